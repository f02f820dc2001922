import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

describe('the sources as a bundle', { timeout: 60_000 }, () => {
  it('are made once, of our own sources alone, which still know where they are', async () => {
    const main = await currentBundle(cache);
    expect(await currentBundle(cache)).toBe(main);
    const { folder, stamps } = await current();
    expect(main?.endsWith(`/${folder}/main.mjs`)).toBe(true);
    const files = stamps.map(([file]) => file);
    expect(files).toContain('apps/cli/src/program.ts');
    expect(files).toContain('packages/ingest/src/read-upload.ts');
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
    const pieces = await readdir(join(cache, folder));
    const texts = await Promise.all(pieces.map((name) => readFile(join(cache, folder, name), 'utf8')));
    expect(texts.some((text) => text.includes(JSON.stringify(import.meta.dirname)))).toBe(true);
    expect(texts.some((text) => /\bimport\.meta\.(dirname|filename|url)\b/.test(text))).toBe(false);
  });

  it('are made again when one of them changed, and the old ones stay for who runs them', async () => {
    const before = await currentBundle(cache);
    const { folder, stamps } = await current();
    const [first, ...others] = stamps;
    if (!before || !first) throw new Error('there is no bundle');
    const old = [first[0], first[1] - 1, first[2]];
    await writeFile(join(cache, 'current.json'), JSON.stringify({ folder, stamps: [old, ...others] }));
    const after = await currentBundle(cache);
    expect(after).not.toBe(before);
    expect((await readFile(fileURLToPath(before), 'utf8')).length).toBeGreaterThan(1000);
  });

  it('are not made where nothing can be written, and nobody notices', async () => {
    const file = join(cache, 'a-file');
    await writeFile(file, '');
    expect(await currentBundle(join(file, 'cache'))).toBeNull();
  });
});
