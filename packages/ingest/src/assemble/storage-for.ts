import path from 'node:path';
import type { StorageLog } from '../parsers/context/storage/storage-log';
import type { LocatedLog } from '../parsers/family';
import { addToGroup } from './add-to-group';

/** Storage logs by their directory. */
export type StorageByDirectory = ReadonlyMap<string, readonly LocatedLog<StorageLog>[]>;

export function byDirectory(logs: readonly LocatedLog<StorageLog>[]): StorageByDirectory {
  const directories = new Map<string, LocatedLog<StorageLog>[]>();
  for (const log of logs) addToGroup(directories, path.posix.dirname(log.path), log);
  return directories;
}

/** The storage logs in a directory or above it, nearest first: a file at the top of an upload is of all its runs. */
export function storageFor(logs: StorageByDirectory, directory: string): LocatedLog<StorageLog>[] {
  const found: LocatedLog<StorageLog>[] = [];
  for (let at = directory; ; at = path.posix.dirname(at)) {
    found.push(...(logs.get(at) ?? []));
    if (at === '.' || at === '/') return found;
  }
}
