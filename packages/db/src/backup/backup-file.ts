import { createWriteStream, open as openDescriptor, type Stats } from 'node:fs';
import { constants, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ownerLives, ownerText, parseOwner, thisOwner } from '../blobs/blob-owner';

const SUFFIX = '.partial';

/**
 * Writes a file under another name in the same folder and renames it at the end, so that nothing that is cut off ever
 * has the name. What it replaces stays until then. Only its owner may read it. A link stays one, and what it names is
 * written. A device or a pipe is written into.
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

/** A number, unlike a handle, can be given to a socket, which closes it. */
const openNumber = promisify(openDescriptor);

/** Poll interval while the pipe has no reader. */
const LOOK_MS = 50;

/** Where the bytes of a backup go: a file, to be replaced as a whole, or what is there and only takes bytes. */
type BackupTarget = { kind: 'file'; file: string } | { kind: 'stream'; stats: Stats };

/**
 * The target of a name. A link is followed, also if its target does not exist yet; a device, a pipe or anything else
 * that is not a file must not be replaced by one.
 */
async function findTarget(name: string): Promise<BackupTarget> {
  const stats = await stat(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (stats && !stats.isFile()) return { kind: 'stream', stats };
  return { kind: 'file', file: await followLinks(name) };
}

/** The end of a chain of links; `realpath` has refused one that is a circle. */
async function followLinks(name: string): Promise<string> {
  try {
    return await realpath(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const link = await readlink(name).catch(() => null);
    return link === null ? name : followLinks(path.resolve(await realpath(path.dirname(name)), link));
  }
}

/**
 * Opens a device or a pipe. A pipe without a reader is waited for, as every program does that writes into one.
 *
 * @throws Error of the system, also for what can't be written: a directory (EISDIR), a socket (ENXIO)
 */
async function openStream(name: string, stats: Stats, signal?: AbortSignal): Promise<Writable> {
  if (stats.isFIFO()) return openPipe(name, signal);
  const handle = await open(name, constants.O_WRONLY);
  // A disk has a cache to empty; other devices refuse to.
  return handle.createWriteStream({ flush: stats.isBlockDevice() });
}

/** Opened to wait for nothing: neither the opening nor a reader that is slow keeps the process from ending. */
async function openPipe(name: string, signal?: AbortSignal): Promise<Writable> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      const fd = await openNumber(name, constants.O_WRONLY | constants.O_NONBLOCK);
      return new Socket({ fd, readable: false, writable: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await wait(LOOK_MS, undefined, { ...(signal && { signal }) });
    }
  }
}
