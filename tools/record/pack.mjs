import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { runProcess } from './processes.mjs';

/**
 * The dbms token of run directories: two digits of major, the rest is minor, so 14.23 is pg1423.
 *
 * @param {string} version
 */
export function toDbmsToken(version) {
  return `pg${version.replace('.', '')}`;
}

/**
 * Packs a directory so that the same files always give the same bytes.
 *
 * @param {object} options
 * @param {string} options.directory
 * @param {string} options.tarball
 * @param {string} options.startedAt becomes the time of every file
 * @param {AbortSignal} options.signal
 */
export async function packDirectory({ directory, tarball, startedAt, signal }) {
  const tarPath = `${directory}.tar`;
  const names = (await readdir(directory)).sort();
  await runProcess(
    'tar',
    [
      '--create',
      `--file=${tarPath}`,
      `--directory=${directory}`,
      '--format=ustar',
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      `--mtime=${startedAt}`,
      ...names,
    ],
    { signal },
  );
  await pipeline(createReadStream(tarPath), createGzip({ level: 9 }), createWriteStream(tarball), { signal });
}
