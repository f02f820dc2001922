import { open as openDescriptor, type Stats } from 'node:fs';
import { constants, open, readlink, realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A number, unlike a handle, can be given to a socket, which closes it. */
const openNumber = promisify(openDescriptor);

/** Poll interval while the pipe has no reader. */
const LOOK_MS = 50;

/** Where the bytes of a backup go: a file, to be replaced as a whole, or what is there and only takes bytes. */
export type BackupTarget = { kind: 'file'; file: string } | { kind: 'stream'; stats: Stats };

/**
 * The target of a name. A link is followed, also if its target does not exist yet; a device, a pipe or anything else
 * that is not a file must not be replaced by one.
 */
export async function findTarget(name: string): Promise<BackupTarget> {
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
export async function openStream(name: string, stats: Stats, signal?: AbortSignal): Promise<Writable> {
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
