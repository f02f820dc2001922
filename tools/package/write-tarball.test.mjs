import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeTarball } from './write-tarball.mjs';

/** @type {string} */
let folder;
/** @type {string} */
let file;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basecase-tarball-'));
  file = `${folder}.tgz`;
  mkdirSync(path.join(folder, 'web/node_modules/pg'), { recursive: true });
  writeFileSync(path.join(folder, 'web/node_modules/pg/index.js'), 'code');
  writeFileSync(path.join(folder, 'run.mjs'), '');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(file, { force: true });
});

/**
 * @param {Uint8Array} packed
 * @returns {Promise<Map<string, { header: { type?: string | null; mode?: number; mtime?: Date }; bytes: Buffer }>>}
 */
async function entriesOf(packed) {
  const entries = new Map();
  const extract = tar.extract();
  extract.end(gunzipSync(packed));
  for await (const entry of extract) {
    /** @type {Uint8Array[]} */
    const chunks = [];
    for await (const chunk of entry) chunks.push(/** @type {Uint8Array} */ (chunk));
    entries.set(entry.header.name, { header: entry.header, bytes: Buffer.concat(chunks) });
  }
  return entries;
}

it('has the same bytes each time, the web app as one file, and programs that can be run', async () => {
  await writeTarball({ folder, file, programs: ['run.mjs'] });
  const bytes = readFileSync(file);
  const entries = await entriesOf(bytes);
  const shown = [...entries].map(
    ([name, { header }]) =>
      `${name} ${header.type} ${header.mode?.toString(8)} ${header.mtime?.toISOString()}`,
  );
  expect(shown).toEqual([
    'package/run.mjs file 755 1985-10-26T08:15:00.000Z',
    'package/web.tar.gz file 644 1985-10-26T08:15:00.000Z',
  ]);
  const web = await entriesOf(entries.get('package/web.tar.gz')?.bytes ?? Buffer.alloc(0));
  expect([...web].map(([name, entry]) => [name, entry.bytes.toString()])).toEqual([
    ['web/node_modules/pg/index.js', 'code'],
  ]);
  expect(await writeTarball({ folder, file, programs: ['run.mjs'] })).toBe(bytes.length);
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(existsSync(`${file}.web`)).toBe(false);
});

it('refuses a link, which npm would not unpack', async () => {
  symlinkSync('run.mjs', path.join(folder, 'link.mjs'));
  await expect(writeTarball({ folder, file, programs: [] })).rejects.toThrow(/link\.mjs is not a plain file/);
});
