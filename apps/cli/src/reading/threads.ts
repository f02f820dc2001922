import { type Dirent, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** A thread more is ready after some 50 ms; in this time about as many bytes of logs are read. */
const WORTHWHILE_BYTES = 4 * 1024 * 1024;
/** Archives are packed. */
const PACKING = 8;

/** Threads to read these paths with: one where a second would come too late to be of use. */
export function threadsFor(paths: readonly string[]): number {
  const threads = Math.min(availableParallelism(), paths.length);
  if (threads < 2) return 1;
  let bytes = 0;
  for (const path of paths.slice(1)) {
    bytes += bytesOf(path, WORTHWHILE_BYTES - bytes);
    if (bytes >= WORTHWHILE_BYTES) return threads;
  }
  return 1;
}

/** About how many bytes there are to read; no further counted than to what is enough. */
function bytesOf(path: string, enough: number): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return /\.(?:t?gz|t?zst|t?xz)$/.test(path) ? stats.size * PACKING : stats.size;
  if (!stats?.isDirectory()) return 0;
  let bytes = 0;
  for (const entry of tryList(path)) {
    // Links are not followed, as they are not when they are read.
    if (entry.isFile() || entry.isDirectory()) bytes += bytesOf(join(path, entry.name), enough - bytes);
    if (bytes >= enough) return bytes;
  }
  return bytes;
}

/** Empty for a directory that can't be listed: reading it reports the error. */
function tryList(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
