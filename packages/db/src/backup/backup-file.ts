import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { ownerLives, ownerText, parseOwner, thisOwner } from '../blobs/blob-owner';
import { findTarget, openStream } from './backup-target';

const SUFFIX = '.partial';

/**
 * Writes a file under another name in the same folder and renames it at the end, so that nothing that is cut off ever
 * has the
 * name. What it replaces stays until then. Only its owner may read it. A link stays one, and what it names is written.
 * A device or a pipe is written into.
 *
 * @param write gets a stream, which it ends
 * @param signal ends the wait for a reader of a pipe
 * @throws whatever `write` throws, or the stream, which `write` waits for; then no file is left
 */
export async function writeWhole<T>(
  name: string,
  write: (out: Writable) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const target = await findTarget(name);
  return target.kind === 'file'
    ? replace(target.file, write)
    : write(await openStream(name, target.stats, signal));
}

async function replace<T>(file: string, write: (out: Writable) => Promise<T>): Promise<T> {
  await removeAbandoned(file);
  const temporary = `${file}.${ownerText(thisOwner())}${SUFFIX}`;
  const out = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
  try {
    const result = await write(out);
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
    return result;
  } catch (error) {
    await closed(out);
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Also when it was never opened. */
async function closed(out: Writable): Promise<void> {
  if (out.closed) return;
  const isClosed = new Promise<void>((resolve) => void out.once('close', () => resolve()));
  out.on('error', () => {}); // was thrown by whoever wrote
  out.destroy();
  await isClosed;
}

/** Removes what processes left that were killed while they wrote this file; on a shared disk one elsewhere may live. */
async function removeAbandoned(file: string): Promise<void> {
  const folder = path.dirname(file);
  const prefix = `${path.basename(file)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue;
    const owner = parseOwner(name.slice(prefix.length, -SUFFIX.length));
    if (owner && ownerLives(owner) === false) await rm(path.join(folder, name), { force: true });
  }
}

/** The name is on disk, not only the content. Some file systems can't, and then nothing is lost but this promise. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EINVAL' && code !== 'EPERM' && code !== 'EISDIR') throw error;
  } finally {
    await handle.close();
  }
}
