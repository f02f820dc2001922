import path from 'node:path';
import type { RunSettingsLog } from '../parsers/context/run-settings';
import { parseServerVersion, type ServerVersion } from '../parsers/context/server-version';
import type { LocatedLog } from '../parsers/family';

/** Settings and versions in files next to logs, by directory. They hold for the logs in it and below. */
export interface NeighbourFiles {
  /** `params.txt`: settings by name. */
  settings: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** `mysql_version.txt`: as the server prints them. */
  versions: ReadonlyMap<string, { product: string; version: string; file: string }>;
}

/** Collects them from the logs of an upload. */
export function neighbourFiles(logs: readonly LocatedLog[]): NeighbourFiles {
  const settings = new Map<string, Map<string, string>>();
  const versions = new Map<string, { product: string; version: string; file: string }>();
  for (const { path: file, log } of logs) {
    const directory = path.posix.dirname(file);
    if (isSettings(log)) {
      const own = settings.get(directory) ?? new Map<string, string>();
      settings.set(directory, own);
      for (const [name, value] of log.settings) own.set(name, value);
    }
    if (isVersion(log)) versions.set(directory, { ...parseServerVersion(log.text), file });
  }
  return { settings, versions };
}

function isSettings(log: LocatedLog['log']): log is RunSettingsLog {
  return log.type === 'run-settings';
}

function isVersion(log: LocatedLog['log']): log is ServerVersion {
  return log.type === 'server-version';
}
