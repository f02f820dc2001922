import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fromRoot, root } from '../bootstrap/paths.mjs';

/** Nobody finds anything among more. */
const MAX_FILES = 25;
const CODE = /\.(ts|tsx|mts|mjs|css)$/;
const TEST = /\.(test|spec)\.\w+$/;
const NOT_OURS = new Set(['node_modules', 'generated', '.next', 'fixtures']);

/**
 * @param {string} folder relative to the root
 * @returns {Promise<{ folder: string, files: string[] }[]>} it and every folder in it with its code
 */
async function codeIn(folder) {
  const entries = await readdir(fromRoot(folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && CODE.test(entry.name) && !TEST.test(entry.name));
  const folders = entries.filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name));
  const inner = await Promise.all(folders.map(({ name }) => codeIn(`${folder}/${name}`)));
  return [{ folder, files: files.map(({ name }) => name) }, ...inner.flat()];
}

it(`no folder has more than ${MAX_FILES} files of code`, async () => {
  const folders = (await Promise.all(['packages', 'apps', 'tools', 'e2e'].map(codeIn))).flat();
  expect(folders.length).toBeGreaterThan(100);
  const full = folders.filter(({ files }) => files.length > MAX_FILES);
  expect(full.map(({ folder, files }) => `${folder}: ${files.length}`)).toEqual([]);
});

it('no feature is nested deeper than its import rules reach', async () => {
  const folders = await codeIn('apps/web/src/features');
  const deepest = Math.max(...folders.map(({ folder }) => folder.split('/').length));
  expect(deepest - 'apps/web/src/features'.split('/').length).toBeLessThanOrEqual(3);
});

/** @param {string} text @returns the files and folders of the repository that a document names */
const filesNamed = (text) => [
  ...new Set(
    [...text.matchAll(/`((?:packages|apps|tools|e2e|prisma)\/[\w./[\]-]+)`/g)].map(([, file = '']) => file),
  ),
];

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'packages/views/README.md'])(
  '%s names only files that are there',
  async (document) => {
    const named = filesNamed(await readFile(fromRoot(document), 'utf8'));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  },
);

it('traces a number from its log to a pixel and back in at most 25 files', async () => {
  const text = await readFile(fromRoot('ARCHITECTURE.md'), 'utf8');
  const trace = text.split('\n## ').find((section) => section.startsWith('One upload, traced to a pixel'));
  const files = filesNamed(trace ?? '').filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(15);
  expect(files.length).toBeLessThanOrEqual(25);
});
