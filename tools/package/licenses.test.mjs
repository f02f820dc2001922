import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { licensesText } from './licenses.mjs';
import { packagesBelow, packagesOfBundle, packagesOfWorkspace } from './packages-inside.mjs';

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'basecase-licenses-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/**
 * @param {string} at below the root
 * @param {object | null} manifest
 * @param {Record<string, string>} [files]
 */
function add(at, manifest, files = {}) {
  const directory = path.join(root, at);
  mkdirSync(directory, { recursive: true });
  if (manifest) writeFileSync(path.join(directory, 'package.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
}

const titles = (/** @type {import('./packages-inside.mjs').Package[]} */ packages) =>
  packages.map(({ name, version }) => `${name} ${version}`).sort();

describe('packages inside', () => {
  it('are those that files of a bundle are of, the innermost of nested ones', () => {
    add('node_modules/a', { name: 'a', version: '1.0.0' });
    add('node_modules/a/node_modules/@s/b', { name: '@s/b', version: '2.0.0' });
    const inputs = ['tools/x.mjs', 'node_modules/a/lib/x.js', 'node_modules/a/lib/y.js'];
    inputs.push('node_modules/a/node_modules/@s/b/index.js');
    const metafile = /** @type {any} */ ({ inputs: Object.fromEntries(inputs.map((file) => [file, {}])) });
    expect(titles(packagesOfBundle(metafile, root))).toEqual(['@s/b 2.0.0', 'a 1.0.0']);
  });

  it('are those installed below a directory, and those that Next.js has compiled into itself', () => {
    add('node_modules/next', { name: 'next', version: '16.0.0' });
    add('node_modules/next/dist/compiled/zod', { name: 'zod' });
    add('node_modules/next/dist/compiled/@v/og', { name: '@v/og' });
    // No package: it only says how its files are read.
    add('node_modules/next/dist/esm', { type: 'module' });
    expect(titles(packagesBelow(root))).toEqual(['@v/og null', 'next 16.0.0', 'zod null']);
  });

  it('are those that a workspace depends on, but for what is passed by and for other workspaces', () => {
    const packages = {
      'apps/web': { dependencies: { a: '1', next: '16', '@basecase/db': '0.1.0' } },
      'node_modules/@basecase/db': { link: true },
      'node_modules/a': { dependencies: { b: '2', absent: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { a: '1' } },
      'node_modules/b': {},
      'node_modules/next': { dependencies: { c: '1' } },
      'node_modules/c': {},
    };
    add('node_modules/a', { name: 'a', version: '1.0.0' });
    add('node_modules/a/node_modules/b', { name: 'b', version: '2.0.0' });
    const found = packagesOfWorkspace({ packages }, { workspace: 'apps/web', root, without: ['next'] });
    expect(titles(found)).toEqual(['a 1.0.0', 'b 2.0.0']);
  });
});

describe('licensesText', () => {
  const at = (/** @type {string} */ name, /** @type {string | null} */ version = '1.0.0') => ({
    name,
    version,
    directory: path.join(root, name),
  });

  it('has each package once, in their order, with its license and its text', () => {
    add('b', { license: 'MIT', author: { name: 'Ann' } }, { LICENSE: 'Do as you like.', 'README.md': 'no' });
    add('a', { licenses: [{ type: 'BSD-3-Clause' }] }, { 'LICENCE.txt': 'Keep this.', NOTICE: 'And this.' });
    const text = licensesText([at('b'), at('a'), at('b')]);
    const [, ...sections] = text.split(`${'-'.repeat(80)}\n\n`);
    expect(sections.map((section) => section.trim())).toEqual([
      'a 1.0.0\nLicense: BSD-3-Clause\n\nKeep this.\n\nAnd this.',
      'b 1.0.0\nLicense: MIT\nAuthor: Ann\n\nDo as you like.',
    ]);
  });

  it('takes the copy of a package that says something', () => {
    add('copy', null);
    add('a', { license: 'MIT' });
    const copy = { ...at('a'), directory: path.join(root, 'copy') };
    expect(licensesText([copy, at('a')])).toContain('License: MIT');
  });

  it('refuses a package without a known license', () => {
    add('a', { name: 'a' });
    expect(() => licensesText([at('a')])).toThrow(/No license is known of a 1\.0\.0/);
  });
});
