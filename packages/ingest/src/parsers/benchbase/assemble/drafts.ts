import path from 'node:path';
import type { Draft as AnyDraft } from '../../../assemble/parts-of-drafts';
import { baseName } from '../../../identity/names/base-name';
import { naturalOrder } from '../../../model/natural-order';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { ParsedLog } from '../../parser';
import { UNNAMED_TEST } from '../about';
import { type BenchbaseConfig, plannedSeconds } from '../config/config-log';
import type { BenchbaseHistograms } from '../histograms';
import { benchmarkOfStem, parseBenchbaseName } from '../names';
import type { BenchbaseRaw } from '../raw/raw-log';
import type { BenchbaseLog, BenchbaseSummary } from '../summary/summary-log';
import type { BenchbaseWindows } from '../windows/windows-log';

/** One run of BenchBase with what its files say. */
export interface Draft extends RunFiles, AnyDraft {
  /** `tpcc` */
  benchmark: string;
  said: BenchbaseSummary | null;
  /** Seconds that were measured; null where no file says. */
  seconds: number | null;
}

/**
 * One draft for each summary; one for windows without a summary. The other files of a run are those of its only summary:
 * with several summaries per file, the right one is unknown.
 */
export function draftsOf(files: RunFiles, context: Pick<AssembleContext, 'note'>): Draft[] {
  const summaries = files.summary?.log.summaries ?? [];
  const host = {};
  if (files.summary && summaries.length > 0) {
    const file = files.summary.path;
    const own = summaries.length === 1 ? files : withoutSideFiles(files);
    return summaries.map((said) => {
      const named = said.benchmark ?? benchmarkOfStem(files.stem);
      const seconds = measuredSeconds(said);
      return { ...own, benchmark: named ?? UNNAMED_TEST, file, said, seconds, host };
    });
  }
  const [first] = [...files.windows, ...files.transactions.values()];
  if (!first) return [];
  const benchmark = benchmarkOfStem(files.stem);
  if (benchmark === null) {
    const message =
      'expected a name like tpcc_2026-05-04_10-20-30.results.csv, which says the benchmark: shown as "requests"';
    context.note('NAME_UNPARSED', first.path, message);
  }
  const seconds = files.config ? plannedSeconds(files.config.log) : null;
  return [{ ...files, benchmark: benchmark ?? UNNAMED_TEST, file: first.path, said: null, seconds, host }];
}

/** As printed, else measured requests / throughput: OLTPBench and the first versions print no time. */
function measuredSeconds({ elapsed, requests, throughput }: BenchbaseSummary): number | null {
  if (elapsed) return elapsed.value;
  return requests && throughput && throughput.value > 0 ? requests.value / throughput.value : null;
}

/** Path of a run without the endings of its files: the prefix of its vmstat and iostat logs. */
export function placeOf({ directory, stem }: RunFiles): string {
  return path.posix.join(directory, stem === '' ? 'benchbase' : stem);
}

function withoutSideFiles(files: RunFiles): RunFiles {
  return { ...files, raw: null, histograms: null, windows: [], transactions: new Map() };
}

/** The files of one run, which have one name but for their endings. */
interface RunFiles {
  directory: string;
  stem: string;
  summary: LocatedLog<BenchbaseLog> | null;
  config: LocatedLog<BenchbaseConfig> | null;
  raw: LocatedLog<BenchbaseRaw> | null;
  histograms: LocatedLog<BenchbaseHistograms> | null;
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
  for (const file of filesOf<BenchbaseHistograms>('benchbase-histograms')) {
    const group = groupOf(file);
    group.histograms = first(group.histograms, file);
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
  const none = { summary: null, config: null, raw: null, histograms: null };
  return { directory, stem, ...none, windows: [], transactions: new Map() };
}
