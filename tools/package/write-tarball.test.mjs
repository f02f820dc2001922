import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

it('has the same bytes each time, with packages inside, and programs that can be run', async () => {
  await writeTarball({ folder, file, programs: ['run.mjs'] });
  const bytes = readFileSync(file);
  /** @type {Record<string, string>} */
  const entries = {};
  const extract = tar.extract();
  extract.end(gunzipSync(bytes));
  for await (const entry of extract) {
    const { name, mode = 0, mtime, type } = entry.header;
    entries[name] = `${type} ${mode.toString(8)} ${mtime?.toISOString()}`;
    entry.resume();
  }
  expect(entries).toEqual({
    'package/run.mjs': 'file 755 1985-10-26T08:15:00.000Z',
    'package/web/node_modules/pg/index.js': 'file 644 1985-10-26T08:15:00.000Z',
  });
  expect(await writeTarball({ folder, file, programs: ['run.mjs'] })).toBe(bytes.length);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

it('refuses a link, which npm would not unpack', async () => {
  symlinkSync('run.mjs', path.join(folder, 'link.mjs'));
  await expect(writeTarball({ folder, file, programs: [] })).rejects.toThrow(/link\.mjs is no plain file/);
});
