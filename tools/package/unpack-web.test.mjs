import { execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
import { folderOfWeb } from '../bootstrap/web-files.mjs';
import { removeOthers, unpackWeb } from './unpack-web.mjs';

const SERVER = 'web/apps/web/server.js';

/** @type {string} */
let release;
/** @type {string} */
let archive;
beforeEach(async () => {
  release = mkdtempSync(path.join(tmpdir(), 'basecase-unpack-web-'));
  archive = path.join(release, 'web.tar.gz');
  const pack = tar.pack();
  pack.entry({ name: SERVER }, 'server');
  pack.entry({ name: 'web/node_modules/pg/index.js' }, 'code');
  pack.finalize();
  /** @type {Uint8Array[]} */
  const chunks = [];
  for await (const chunk of pack) chunks.push(/** @type {Uint8Array} */ (chunk));
  writeFileSync(archive, gzipSync(Buffer.concat(chunks)));
});
afterEach(() => rmSync(release, { recursive: true, force: true }));

const text = (/** @type {string} */ name) => readFileSync(path.join(release, name), 'utf8');

/** Unpacks in its own process, as a start does. */
const start = () => {
  const module = JSON.stringify(fromRoot('tools/package/unpack-web.mjs'));
  const code = `(await import(${module})).unpackWeb(${JSON.stringify({ archive, folder: release })})`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `await ${code}`]);
};

it('unpacks once, also when several start at once', async () => {
  await Promise.all([start(), start(), start()]);
  expect(text(SERVER) + text('web/node_modules/pg/index.js')).toBe('servercode');
  expect(readdirSync(release).sort()).toEqual(['web', 'web.tar.gz']);
  expect(await unpackWeb({ archive, folder: release })).toBe(false);
});

it('removes what a start has left that was killed, and not what another is about', async () => {
  const other = spawn('sleep', ['60']);
  mkdirSync(path.join(release, `web.${other.pid}.part/web`), { recursive: true });
  // No process has an id as large.
  mkdirSync(path.join(release, 'web.99999999.part/web'), { recursive: true });
  try {
    await unpackWeb({ archive, folder: release });
    expect(readdirSync(release).sort()).toEqual(['web', `web.${other.pid}.part`, 'web.tar.gz']);
  } finally {
    other.kill();
  }
});

it('leaves nothing of an archive that is cut off, and reports it', async () => {
  writeFileSync(archive, readFileSync(archive).subarray(0, 60));
  const refused = unpackWeb({ archive, folder: release });
  await expect(refused).rejects.toThrow(
    /web app of this release could not be unpacked: unexpected end of file/,
  );
  expect(readdirSync(release)).toEqual(['web.tar.gz']);
});

it('is in the state directory, named by its content, where the release cannot be written', async () => {
  const state = path.join(release, 'state');
  const places = { release, archive, state };
  expect(folderOfWeb({ ...places, canWrite: () => true })).toBe(release);
  const folder = folderOfWeb({ ...places, canWrite: () => false });
  expect(path.dirname(folder)).toBe(state);

  await unpackWeb({ archive, folder });
  mkdirSync(path.join(state, '0123456789abcdef/web'), { recursive: true });
  await removeOthers(folder);
  expect(readdirSync(state)).toEqual([path.basename(folder)]);
  expect(existsSync(path.join(folder, SERVER))).toBe(true);

  mkdirSync(path.join(release, 'web'));
  expect(folderOfWeb({ ...places, canWrite: () => false })).toBe(release);
});
