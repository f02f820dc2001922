import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ownerLives, ownerText, parseOwner, thisOwner } from './blob-owner';

/** Interval at which a process marks its incoming files as still in use. */
const TOUCH_MS = 60_000;

/** What was not touched for so long, by a process that cannot be looked at from here, was left behind. */
const LEFTOVER_MS = 30 * 60_000;

/** Folders of this process that something is on its way in, and how much. */
const inUse = new Map<string, { entries: number; timer: NodeJS.Timeout }>();

/** A place for something on its way into a blob store, in the folder of this process: `tmp/<owner>/<random>`. */
export interface Incoming {
  readonly path: string;
  /** Makes the folder that it is in. */
  make(): Promise<void>;
  /** It is in the store, or removed. */
  done(): void;
}

/** @param directory of the store */
export function openIncoming(directory: string): Incoming {
  const folder = path.join(directory, 'tmp', ownerText(thisOwner()));
  const entry = inUse.get(folder) ?? { entries: 0, timer: keepTouching(folder) };
  entry.entries += 1;
  inUse.set(folder, entry);
  let isDone = false;
  return {
    path: path.join(folder, randomUUID()),
    async make() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    done() {
      if (isDone) return;
      isDone = true;
      entry.entries -= 1;
      if (entry.entries > 0) return;
      clearInterval(entry.timer);
      inUse.delete(folder);
    },
  };
}

function keepTouching(folder: string): NodeJS.Timeout {
  const touch = () => {
    const now = new Date();
    // Gone: nothing is on its way, or it fails by itself.
    utimes(folder, now, now).catch(() => {});
  };
  return setInterval(touch, TOUCH_MS).unref();
}

/**
 * Removes what processes that were killed left on its way in: at once where it is known that they are dead, after half
 * an hour without a sign of life where it is not (another machine or container, which may live).
 */
export async function removeLeftovers(directory: string): Promise<void> {
  const folder = path.join(directory, 'tmp');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const entry = path.join(folder, name);
    if (await isLeftover(name, entry)) await rm(entry, { recursive: true, force: true });
  }
}

async function isLeftover(name: string, entry: string): Promise<boolean> {
  const owner = parseOwner(name);
  const lives = owner && ownerLives(owner);
  if (lives !== null) return !lives;
  const { mtimeMs } = await stat(entry).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return mtimeMs < Date.now() - LEFTOVER_MS;
}
