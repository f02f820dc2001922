import path from 'node:path';
import { baseName } from '../../../layout/base-name';
import { naturalOrder } from '../../../model/natural-order';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { ParsedLog } from '../../parser';
import type { BenchbaseConfig } from '../config/config-log';
import { parseBenchbaseName } from '../names';
import type { BenchbaseRaw } from '../raw/raw-log';
import type { BenchbaseLog } from '../summary/summary-log';
import type { BenchbaseWindows } from '../windows/windows-log';

/** The files of one run, which have one name but for their endings. */
export interface RunFiles {
  directory: string;
  stem: string;
  summary: LocatedLog<BenchbaseLog> | null;
  config: LocatedLog<BenchbaseConfig> | null;
  raw: LocatedLog<BenchbaseRaw> | null;
  /** Of all requests: `results.csv` before `samples.csv`. */
  windows: LocatedLog<BenchbaseWindows>[];
  /** By transaction. */
  transactions: Map<string, LocatedLog<BenchbaseWindows>>;
}

/**
 * Groups the files of an upload by run, and claims them. A second summary with the same name is a separate run; of other files
 * the first one counts.
 */
export function groupFiles(
  logs: readonly LocatedLog[],
  context: Pick<AssembleContext, 'claim' | 'note'>,
): RunFiles[] {
  const groups = new Map<string, RunFiles>();
  const groupOf = (located: LocatedLog, own: string | null = null): RunFiles => {
    const directory = path.posix.dirname(located.path);
    const { stem } = parseBenchbaseName(baseName(located.path));
    const key = JSON.stringify([directory, stem, own]);
    const group = groups.get(key) ?? emptyGroup(directory, stem);
    groups.set(key, group);
    return group;
  };
  const sorted = [...logs].sort((a, b) => naturalOrder(a.path, b.path));
  const filesOf = <Log extends ParsedLog>(type: Log['type']) => {
    const files = logsOfType<Log>(sorted, type);
    for (const file of files) context.claim(file);
    return files;
  };
  /** @returns the one that counts */
  const first = <Log extends ParsedLog>(known: LocatedLog<Log> | null | undefined, file: LocatedLog<Log>) => {
    if (!known) return file;
    const message = `the same of this run is read of ${baseName(known.path)}; this file is kept and not read`;
    context.note('NO_RESULT', file.path, message);
    return known;
  };
  for (const file of filesOf<BenchbaseLog>('benchbase')) {
    const group = groupOf(file);
    (group.summary ? groupOf(file, file.path) : group).summary = file;
  }
  for (const file of filesOf<BenchbaseConfig>('benchbase-config')) {
    const group = groupOf(file);
    group.config = first(group.config, file);
  }
  for (const file of filesOf<BenchbaseRaw>('benchbase-raw')) {
    const group = groupOf(file);
    group.raw = first(group.raw, file);
  }
  for (const file of filesOf<BenchbaseWindows>('benchbase-windows')) {
    const group = groupOf(file);
    const { transaction } = parseBenchbaseName(baseName(file.path));
    if (transaction === null) group.windows.push(file);
    else group.transactions.set(transaction, first(group.transactions.get(transaction), file));
  }
  return shareConfigs([...groups.values()]);
}

/** The one configuration of a directory that is of no run by its name is that of all its runs without their own. */
function shareConfigs(groups: readonly RunFiles[]): RunFiles[] {
  return groups.map((group) => {
    if (group.config) return group;
    const free = groups.filter((other) => other.directory === group.directory && isConfigAlone(other));
    return free.length === 1 ? { ...group, config: free[0]?.config ?? null } : group;
  });
}

function isConfigAlone({ summary, config, raw, windows, transactions }: RunFiles): boolean {
  return config !== null && !summary && !raw && windows.length === 0 && transactions.size === 0;
}

function emptyGroup(directory: string, stem: string): RunFiles {
  return { directory, stem, summary: null, config: null, raw: null, windows: [], transactions: new Map() };
}
