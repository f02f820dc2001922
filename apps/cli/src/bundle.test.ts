import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentBundle } from '../bin/bundle.mjs';
import { makeTemporaryDirectory } from './testing/run-directory';

let cache = '';
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ path: cache, remove } = await makeTemporaryDirectory());
});
afterAll(() => remove());

interface Current {
  folder: string;
  stamps: [file: string, mtimeMs: number, size: number][];
}
const current = async () => JSON.parse(await readFile(join(cache, 'current.json'), 'utf8')) as Current;

describe('the sources as a bundle', () => {
  it('are made once, of our own sources alone, which still know where they are', async () => {
    const main = await currentBundle(cache);
    expect(await currentBundle(cache)).toBe(main);
    const { folder, stamps } = await current();
    expect(main).toBe(join(cache, folder));
    const files = stamps.map(([file]) => file);
    expect(files).toContain('apps/cli/src/program.ts');
    expect(files).toContain('packages/ingest/src/read-upload.ts');
    // It represents all packages.
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([
      'node_modules/.package-lock.json',
    ]);
    const pieces = await readdir(join(cache, folder));
    const texts = await Promise.all(pieces.map((name) => readFile(join(cache, folder, name), 'utf8')));
    expect(texts.some((text) => text.includes(JSON.stringify(import.meta.dirname)))).toBe(true);
    expect(texts.some((text) => /\bimport\.meta\.(dirname|filename|url)\b/.test(text))).toBe(false);
    // They are read as Latin-1: an expression with another character would match something else.
    expect(texts.filter((text) => Buffer.byteLength(text) !== text.length)).toEqual([]);
  });

  it('are made again when one of them changed, and the old ones stay for running processes', async () => {
    const before = await currentBundle(cache);
    const { folder, stamps } = await current();
    const [first, ...others] = stamps;
    if (!before || !first) throw new Error('no bundle found');
    const old = [first[0], first[1] - 1, first[2]];
    await writeFile(join(cache, 'current.json'), JSON.stringify({ folder, stamps: [old, ...others] }));
    const after = await currentBundle(cache);
    expect(after).not.toBe(before);
    expect((await readFile(join(before, 'main.cjs'), 'utf8')).length).toBeGreaterThan(1000);
  });

  it('are skipped silently in a read-only directory', async () => {
    const file = join(cache, 'a-file');
    await writeFile(file, '');
    expect(await currentBundle(join(file, 'cache'))).toBeNull();
  });

  it('give no name of a piece another value once that has run: pieces know each other by values', async () => {
    const folder = await currentBundle(cache);
    if (!folder) throw new Error('no bundle found');
    const { load, names } = withGetters(folder);
    for (const name of await readdir(folder)) if (name.endsWith('.cjs')) load(`./${name}`);
    const before = names().map(([name, of]) => [name, of()] as const);
    expect(before.length).toBeGreaterThan(500);
    const { main } = load('./main.cjs') as { main: typeof import('./main').main };
    const samples = join(import.meta.dirname, '../../../samples');
    const runs = ['x.pg1423_rel.b1_c2r24.pk1.tar.gz', 'x.pg184_rel.b1_c2r24.pk1.tar.gz'];
    const printed: string[] = [];
    const code = await main(['compare', ...runs], {
      async print(text) {
        printed.push(text);
      },
      note: () => undefined,
      progress: () => undefined,
      cwd: samples,
      env: {},
    });
    expect([code, printed.join('')]).toEqual([0, expect.stringContaining('update-index')]);
    const after = new Map(names());
    expect(before.filter(([name, value]) => after.get(name)?.() !== value).map(([name]) => name)).toEqual([]);
  });

  it('keep what was compiled of them, and run without it where it is of no use', async () => {
    const folder = await currentBundle(cache);
    if (!folder) throw new Error('no bundle found');
    const compiled = async () => (await readdir(folder)).filter((name) => /^main\.cjs\..*\.bin$/.test(name));
    expect(await compiled()).toEqual([]);
    expect(await versionOf(folder)).toMatch(/^\d+\.\d+\.\d+\n$/);
    const [kept = ''] = await compiled();
    const first = await readFile(join(folder, kept));
    // As another version of V8 would have left it.
    await writeFile(join(folder, kept), Buffer.from(first).fill(0, 0, 64));
    expect(await versionOf(folder)).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await readFile(join(folder, kept))).subarray(0, 4)).toEqual(first.subarray(0, 4));
  });
});

/** Pieces as the bundler makes them, with a getter for each name. names: of all pieces, with what gets its value */
function withGetters(folder: string) {
  const loaded = new Map<string, { exports: Record<string, unknown> }>();
  const packages = createRequire(import.meta.url);
  const load = (name: string): Record<string, unknown> => {
    if (!name.startsWith('./')) return packages(name);
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const [code = '', ...footer] = readFileSync(join(folder, name), 'latin1').split(
      '\nmodule.exports = { __esModule',
    );
    expect(footer).toHaveLength(1);
    runInThisContext(`(function (module, exports, require) {${code}\n})`)(module, module.exports, load);
    return module.exports;
  };
  const names = () =>
    [...loaded].flatMap(([file, { exports }]) =>
      Object.keys(exports).map((name) => [`${file} ${name}`, () => exports[name]] as const),
    );
  return { load, names };
}

const OPEN = JSON.stringify(new URL('../bin/open-bundle.mjs', import.meta.url).href);

/** What `basecase --version` prints when it is started from a bundle. */
async function versionOf(folder: string): Promise<string> {
  // The folder stands where a process has the name of its script.
  const script = `import { openBundle } from ${OPEN}; await openBundle(process.argv[1]).run();`;
  const args = ['--input-type=module', '--eval', script, folder, '--version'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout;
}
