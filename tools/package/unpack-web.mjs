import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { isRunning } from '../bootstrap/instance/processes.mjs';
import { root } from '../bootstrap/paths.mjs';
import { StepError } from '../bootstrap/step-error.mjs';
import { releaseWebFolder, serverFile, webArchive } from '../bootstrap/web-files.mjs';

/** `web.1234.part`: what the process 1234 unpacks, or did not finish. */
const PART = /^web\.(\d+)\.part$/;

/**
 * What a release does where a checkout builds: its web app is unpacked once.
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @throws {StepError} when there is nothing to unpack, or it cannot be written
 */
export async function ensureWebUnpacked(progress) {
  const folder = releaseWebFolder;
  if (folder === null || existsSync(serverFile)) return;
  await progress.step('Unpacking the web app', () => unpackWeb({ archive: webArchive, folder }));
  if (folder !== root) await removeOthers(folder);
}

/**
 * Unpacks the web app of a release to its place, unless it is there: whole or not at all, also when two starts do
 * it at once or one is killed meanwhile.
 * @param {{ archive: string; folder: string }} release archive: the packed web app, of paths below `web/`;
 *   folder: where `web` is to lie
 * @returns {Promise<boolean>} whether it had to be unpacked
 * @throws {StepError} when there is nothing to unpack, or it cannot be written
 */
export async function unpackWeb({ archive, folder }) {
  const web = path.join(folder, 'web');
  if (existsSync(web)) return false;
  const part = path.join(folder, `web.${process.pid}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await removeLeftovers(folder);
    await unpack(archive, part);
    await rename(path.join(part, 'web'), web).catch((error) => {
      // Another start was sooner.
      if (!existsSync(web)) throw error;
    });
    return true;
  } catch (cause) {
    const { message } = /** @type {Error} */ (cause);
    const hint = 'make room there, or install this version of Basecase again.';
    throw new StepError(`The web app of this release could not be unpacked: ${message}.`, { hint, cause });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/**
 * Removes the neighbours of a folder that is named by its content: the web app of versions that were started before.
 * @param {string} folder
 */
export async function removeOthers(folder) {
  const beside = path.dirname(folder);
  for (const name of await readdir(beside)) {
    if (name !== path.basename(folder)) await rm(path.join(beside, name), { recursive: true, force: true });
  }
}

/**
 * Leftovers of killed starts.
 * @param {string} folder
 */
async function removeLeftovers(folder) {
  for (const name of await readdir(folder)) {
    const pid = Number(PART.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !isRunning(pid))) {
      await rm(path.join(folder, name), { recursive: true, force: true });
    }
  }
}

/**
 * @param {string} archive
 * @param {string} folder
 */
async function unpack(archive, folder) {
  const entries = tar.extract();
  const read = pipeline(createReadStream(archive), createGunzip(), entries);
  read.catch(() => {}); // thrown by the entries below
  const made = new Set();
  for await (const entry of entries) {
    const file = path.join(folder, entry.header.name);
    const directory = path.dirname(file);
    if (!made.has(directory)) await mkdir(directory, { recursive: true });
    made.add(directory);
    await writeFile(file, /** @type {AsyncIterable<Uint8Array>} */ (entry));
  }
  await read;
}
