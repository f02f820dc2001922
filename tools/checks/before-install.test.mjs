import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';

const run = promisify(execFile);

/** Started with tsx, by people who have installed. */
const AFTER_INSTALL = new Set(['chaos.mjs', 'worker.mjs']);
/** What `npm test` and `npm start` load first, once the version of Node.js is known to be new enough. */
const LOADED_FIRST = [
  './checks/run-checks.mjs',
  './bootstrap/start-basecase.mjs',
  './bootstrap/from-sources.mjs',
];
const STATIC_IMPORT = /^(?:import|export)\b[^'"]*?['"]([^'"]+)['"];$/gm;

/** @type {string} */
let clone;
beforeAll(async () => {
  clone = await mkdtemp(path.join(os.tmpdir(), 'basecase-before-install-'));
  // They are only listed while loading.
  await mkdir(path.join(clone, 'packages'));
  await cp(fromRoot('package.json'), path.join(clone, 'package.json'));
  await cp(fromRoot('tools'), path.join(clone, 'tools'), {
    recursive: true,
    filter: (source) => path.basename(source) !== 'node_modules',
  });
});
afterAll(() => rm(clone, { recursive: true, force: true }));

/** @param {string[]} specifiers as in a file of tools/ */
async function load(specifiers) {
  const file = path.join(clone, 'tools/load.mjs');
  await writeFile(file, specifiers.map((specifier) => `import '${specifier}';\n`).join(''));
  await run(process.execPath, [file], { cwd: clone, env: { ...process.env, NODE_PATH: '' } });
}

it('what is loaded before packages are installed needs none of them', async () => {
  const commands = (await readdir(fromRoot('tools'))).filter((name) => name.endsWith('.mjs'));
  const specifiers = new Set(LOADED_FIRST);
  for (const name of commands.filter((each) => !AFTER_INSTALL.has(each))) {
    const text = await readFile(fromRoot('tools', name), 'utf8');
    for (const [, specifier = ''] of text.matchAll(STATIC_IMPORT)) specifiers.add(specifier);
  }
  expect(specifiers).toContain('./bootstrap/install.mjs');
  await load([...specifiers]);
});

it('an import of a package is noticed', async () => {
  await expect(load(['./prisma/migrate.mjs'])).rejects.toThrow('ERR_MODULE_NOT_FOUND');
});
