import path from 'node:path';
import { addToGroup, groupBy } from '../../../assemble/add-to-group';
import { type HostLogs, locatedOf, takeBeside } from '../../../assemble/beside';
import { baseName } from '../../../identity/names/base-name';
import { type FileName, parseFileName } from '../../../identity/names/file-name';
import { naturalOrder } from '../../../model/natural-order';
import type { MysqlStatusLog } from '../../context/database/mysql-status-log';
import type { PerfStatLog } from '../../context/perf-stat-log';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { CpuTimeLog } from '../../host/cpu-time/cpu-time-log';
import { hostTestName } from '../../host/host-test-name';
import type { IostatLog } from '../../host/iostat/iostat-log';
import type { VmstatLog } from '../../host/vmstat/vmstat-log';
import type { NumberAt } from '../../number-line';
import { UNKNOWN_TEST } from '../about';
import type { MetSummary, PrepareLog, QpsRow, SysbenchLog, SysbenchSummary } from '../log/sysbench-log';
import { isTpcc, TPCC_TEST } from '../log/tpcc';

/** The logs that a sysbench run is made of. */
export type RunLog = SysbenchLog | VmstatLog | IostatLog | CpuTimeLog | MetSummary | PrepareLog | QpsRow;

const RUN_LOGS: ReadonlySet<string> = new Set<RunLog['type']>([
  'sysbench',
  'vmstat',
  'iostat',
  'cputime',
  'met',
  'prepare',
  'qps',
]);

function isRunLog(located: LocatedLog): located is LocatedLog<RunLog> {
  return RUN_LOGS.has(located.log.type);
}

type HostLog = VmstatLog | IostatLog | CpuTimeLog;

/** Only the name tells whether these belong to a sysbench run. */
function isHardware(located: LocatedLog<RunLog>): located is LocatedLog<HostLog> {
  return ['vmstat', 'iostat', 'cputime'].includes(located.log.type);
}

/** The files of one test in one directory: together they become one result. */
export interface TestFiles extends HostLogs {
  test: string;
  range: number | null;
  primaryKey: boolean | null;
  /** From the file names; the log may know better. */
  clients: number | null;
  /** The common part of its file names, for names without the convention. */
  stem: string | null;
  sysbench?: LocatedLog<SysbenchLog>;
  /** Number of the run within its file, where nothing shows that it repeats another of them. */
  segmentOfLog?: number;
  met?: LocatedLog<MetSummary>;
  prepare?: LocatedLog<PrepareLog>;
}

type Role = 'sysbench' | 'vmstat' | 'iostat' | 'cputime' | 'met' | 'prepare';

/** Everything of one directory that can become results. */
export interface DirectoryFiles {
  directory: string;
  tests: TestFiles[];
  /** Rounded QPS by test and range, of all concurrencies. */
  qps: Map<string, LocatedLog<QpsRow>>;
  /** SHOW GLOBAL STATUS after a test, by test and range. */
  status: Map<string, LocatedLog<MysqlStatusLog>>;
  /** perf stat during a test, by test and range; `…dop8` by clients too. */
  counters: Map<string, LocatedLog<PerfStatLog>[]>;
}

/** While it is filled: the tests by what tells them apart, since a directory may hold 100,000 files. */
interface GrowingDirectory extends DirectoryFiles {
  byName: Map<string, TestFiles[]>;
  /** Of each kind of log of a test: how many there were, which is the place of the next one. */
  taken: Map<string, number>;
}

export function testKey(test: string, range: number | null): string {
  return `${test}_${range ?? ''}`;
}

/** Groups parsed logs by directory, and there by test, range and clients. Directories in natural order of names. */
export function groupByTest(logs: readonly LocatedLog[], assembly: AssembleContext): DirectoryFiles[] {
  const directories = new Map<string, GrowingDirectory>();
  const runLogs = logs.filter(isRunLog);
  const loose = runLogs
    .filter(isHardware)
    .filter((located) => parseFileName(baseName(located.path)) === null);
  const named = new Set<LocatedLog<RunLog>>(runLogs);
  for (const located of loose) named.delete(located);
  for (const located of named) {
    assembly.claim(located);
    const directory = path.posix.dirname(located.path);
    const group = directories.get(directory) ?? newDirectory(directory);
    directories.set(directory, group);
    const before = group.tests.length;
    addLog(group, located, assembly);
    if (located.log.type !== 'sysbench') continue;
    addOthers(group, { path: located.path, log: located.log }, assembly);
    numberSegments(group.tests.slice(before), located.log);
  }
  const counters = logsOfType<PerfStatLog>(logs, 'perf_stat');
  const isNamed = (located: LocatedLog) => COUNTERS_NAME.test(baseName(located.path));
  addLoose(directories, [...loose, ...counters.filter((located) => !isNamed(located))], assembly);
  for (const located of logsOfType<MysqlStatusLog>(logs, 'mysql_status'))
    addStatus(directories, located, assembly);
  for (const located of counters) addCounters(directories, located, assembly);
  return [...directories.values()].sort((a, b) => naturalOrder(a.directory, b.directory));
}

function newDirectory(directory: string): GrowingDirectory {
  return {
    directory,
    tests: [],
    qps: new Map(),
    status: new Map(),
    counters: new Map(),
    byName: new Map(),
    taken: new Map(),
  };
}

/** vmstat, iostat and perf stat with the stem of a log. Others are left to other assemblers. */
function addLoose(
  directories: ReadonlyMap<string, DirectoryFiles>,
  loose: readonly LocatedLog<HostLog | PerfStatLog>[],
  assembly: AssembleContext,
): void {
  const left = new Map<string, LocatedLog<HostLog | PerfStatLog>[]>();
  const keyOf = (directory: string, stem: string | null) => JSON.stringify([directory, stem]);
  for (const located of loose) {
    const name = baseName(located.path);
    const stem = nameStem(located.log.type === 'perf_stat' ? hostTestName(name) : name);
    const own = located.log.type === 'perf_stat' && stem === 'perf' ? '' : stem;
    addToGroup(left, keyOf(path.posix.dirname(located.path), own), located);
  }
  for (const { directory, tests } of directories.values()) {
    for (const test of tests.filter(({ stem }) => stem !== null)) {
      const key = keyOf(directory, test.stem);
      const candidates = left.get(key) ?? [];
      const beside = takeBeside(candidates, directory, { belongs: () => true, context: assembly });
      Object.assign(test, beside);
      left.set(
        key,
        candidates.filter((located) => !locatedOf(beside).includes(located)),
      );
    }
  }
}

/** `sb.gs.<test>.range<R>.pk<P>` belongs to the test; the test of any other name is unknown. */
function addStatus(
  directories: ReadonlyMap<string, DirectoryFiles>,
  located: LocatedLog<MysqlStatusLog>,
  assembly: AssembleContext,
): void {
  const group = directories.get(path.posix.dirname(located.path));
  const name = parseFileName(baseName(located.path));
  if (!group || !name || name.prepare) return;
  assembly.claim(located);
  group.status.set(testKey(name.test, name.range), located);
}

/** `sb.perf.hw.<test>.range<R>.pk<P>.<loop>[.raw|.sorted]` of the run scripts, `….dop<N>` of a recording. */
const COUNTERS_NAME = /^sb\.perf\.hw\.(.+)\.range(\d{1,9})(?:\.pk[01])?(?:\.dop(\d{1,6}))?(?:\.|$)/;

function addCounters(
  directories: ReadonlyMap<string, DirectoryFiles>,
  located: LocatedLog<PerfStatLog>,
  assembly: AssembleContext,
): void {
  const group = directories.get(path.posix.dirname(located.path));
  const [, test, range, clients] = COUNTERS_NAME.exec(baseName(located.path)) ?? [];
  if (!group || test === undefined) return;
  assembly.claim(located);
  addToGroup(group.counters, countersKey(test, Number(range), clients ? Number(clients) : null), located);
}

/** @param clients null for files whose names have none: those of all clients */
export function countersKey(test: string, range: number | null, clients: number | null): string {
  return `${testKey(test, range)} ${clients ?? ''}`;
}

function addLog(group: GrowingDirectory, located: LocatedLog<RunLog>, assembly: AssembleContext): void {
  const { path: filePath, log } = located;
  const conventional = parseFileName(baseName(located.path));
  if (log.type === 'sysbench' && !conventional) {
    addUnconventional(group, { path: filePath, log }, assembly);
    return;
  }
  const name = conventional ?? nameOfSummary(located, assembly);
  if (log.type === 'qps') group.qps.set(testKey(name.test, name.range), { path: filePath, log });
  else addToTest(group, { name, file: { path: filePath, log } }, assembly);
}

/** Further runs of a file. The first one carries the diagnostics of the file; executions on other CPUs are repeats. */
function addOthers(
  group: GrowingDirectory,
  { path: filePath, log: first }: LocatedLog<SysbenchLog>,
  assembly: AssembleContext,
): void {
  const { others = [], isPinned } = first;
  const silent = { ...assembly, note: () => undefined };
  for (const log of others) addLog(group, { path: filePath, log }, silent);
  if (!isPinned) return;
  const message = `${others.length + 1} executions of sysbench in one file, each on its own CPU: kept as repeats`;
  assembly.note('DUPLICATE_RESULT', filePath, message);
}

/** Runs of one log that seem equal are repeats where they have one command line: nothing else distinguishes them. */
function numberSegments(tests: readonly TestFiles[], { isPinned }: SysbenchLog): void {
  const runs = tests.flatMap((files, index) => {
    const { sysbench, stem } = files;
    return sysbench && stem !== null ? [{ files, log: sysbench.log, number: index + 1 }] : [];
  });
  for (const same of groupBy(runs, ({ files, log }) => runKey(files.test, log)).values()) {
    const commands = new Set(same.map(({ log }) => log.command));
    if (isPinned || same.length === 1 || (commands.size === 1 && !commands.has(null))) continue;
    for (const { files, number } of same) files.segmentOfLog = number;
  }
}

function runKey(test: string, { threads, tables, tableSize, scale, options }: SysbenchLog): string {
  return JSON.stringify([test, threads, tables, tableSize, scale, options.workload]);
}

function addToTest(
  group: GrowingDirectory,
  { name, file }: { name: FileName; file: LocatedLog<Exclude<RunLog, QpsRow>> },
  assembly: AssembleContext,
): void {
  const role: Role = file.log.type;
  const test = name.prepare ? 'prepare' : name.test;
  const range = name.prepare ? null : name.range;
  const key = JSON.stringify([role, test, range, name.clients]);
  const all = JSON.stringify([test, range, name.clients]);
  const same = group.byName.get(all) ?? [];
  const free = same[group.taken.get(key) ?? 0];
  group.taken.set(key, (group.taken.get(key) ?? 0) + 1);
  if (free) {
    Object.assign(free, { [role]: file });
    return;
  }
  if (same.length > 0) noteRepeat(file, assembly);
  const { primaryKey, clients } = name;
  const files: TestFiles = { test, range, primaryKey, clients, stem: null, [role]: file };
  addToGroup(group.byName, all, files);
  group.tests.push(files);
}

/** A log of any other name is its own test, named by its content or its file name. */
function addUnconventional(
  group: GrowingDirectory,
  file: LocatedLog<SysbenchLog>,
  assembly: AssembleContext,
): void {
  const { log } = file;
  const makesNoResult = log.options.phase !== 'run' && log.prepared === null && log.fatal === null;
  if (makesNoResult && log.summary === null) return;
  noteUnparsed(file, assembly);
  const stem = nameStem(baseName(file.path));
  const test = testOfLog(log, stem, path.posix.join(assembly.rootLabel, file.path));
  group.tests.push({
    test,
    range: null,
    primaryKey: null,
    clients: log.threads,
    stem,
    sysbench: file,
  });
}

function nameOfSummary(located: LocatedLog<RunLog>, assembly: AssembleContext): FileName {
  noteUnparsed(located, assembly);
  const test = baseName(located.path).replace(/\.(?:txt|log|out|res)$/, '');
  return { kind: '', prepare: false, test, range: null, primaryKey: null, clients: null };
}

function noteUnparsed({ path: filePath }: LocatedLog, assembly: AssembleContext): void {
  assembly.note(
    'NAME_UNPARSED',
    filePath,
    'expected a name like sb.o.<test>.range<R>.pk<P>.dop<N>; the test is named after the log and its path',
  );
}

function noteRepeat(file: LocatedLog<Exclude<RunLog, QpsRow>>, assembly: AssembleContext): void {
  assembly.note(
    'DUPLICATE_RESULT',
    file.path,
    `a second ${file.log.type} log of this test; kept as a repeat`,
  );
}

/** Scripts that sysbench 1.x ships, to be found in names such as `pg.oltp_read_write.t4`. Longer ones first. */
const STOCK_SCRIPT =
  /(?:^|[._-])(oltp_(?:delete|insert|point_select|read_only|read_write|update_non_index|update_index|write_only)|bulk_insert|select_random_points|select_random_ranges)(?=$|[._-])/i;
/** Tests of 1.x whose logs do not name them. */
const SILENT_TEST = /(?:^|[._-])(threads|mutex)(?=$|[._-])/i;
/** `sysbench.ro.16.res`, `Tier2G_RW_4th`: a mix of queries, and the length of its ranges. */
const MIX = /(?:^|[._-])(ro|rw|wo)(?:[._-](long|short))?(?=$|[._-])/i;
const EXTENSION = /\.(?:txt|log|out|res|json|csv)$/i;
/** `sysbench.ro.16.res` pairs with `iostat.ro.16.res`, `Tier2G_RW_4th.sysbench.txt` with `Tier2G_RW_4th.vmstat.txt`. */
const TOOL_WORD = /(^|[._-])(?:sysbench|vmstat|iostat)(?=$|[._-])/i;
/** The scripts of 0.4 and 0.5 that run every mix of queries. */
const MIXED_SCRIPT = /^(?:oltp|oltp_simple)$/;

/**
 * The common part of the file names of one test when they follow no convention: the name without the tool's word and
 * the extension. Empty for `sysbench.txt`.
 *
 * @param base last part of the path, without `.gz`
 */
function nameStem(base: string): string {
  return trimSeparators(
    base
      .replace(EXTENSION, '')
      .replace(TOOL_WORD, '$1')
      .replace(/([._-])[._-]+/, '$1'),
  );
}

/**
 * The test of a log whose name follows no convention: as the log says, by its options, its command line or the mode
 * that 0.4 prints; else by words of its path that are names of tests; else by the statements that it counted.
 *
 * @param stem what is left of the name of the file, see `nameStem`
 * @param path of the file, with the name of the root
 */
function testOfLog(log: SysbenchLog, stem: string, path: string): string {
  const { options, script } = log;
  if (options.phase === 'prepare') return 'prepare';
  if ((!log.summary || log.summary.isSql) && isTpcc(log, path)) return TPCC_TEST;
  if (options.type !== null && options.type !== 'oltp') return [options.type, ...options.words].join('_');
  if (script !== null) return withMode(script, log);
  if (options.words.length > 0) return ['oltp', ...options.words].join('.');
  const parts = [stem, ...path.split('/').slice(0, -1).reverse()];
  const named = (form: RegExp) => parts.map((part) => form.exec(part)?.[1]?.toLowerCase()).find(Boolean);
  if (log.summary && !log.summary.isSql) return named(SILENT_TEST) ?? UNKNOWN_TEST;
  return named(STOCK_SCRIPT) ?? testOfCounts(log.summary, MIX.exec(stem));
}

/** Reads and writes; null when a lost line leaves one of them unknown. The four counts add up (sysbench prints all). */
function countStatements(summary: SysbenchSummary): readonly [reads: number, writes: number] | null {
  const {
    readStatements: read,
    writeStatements: write,
    otherStatements: other,
    allStatements: all,
  } = summary;
  const rest = (known: NumberAt | undefined) =>
    all && other && known ? all.value - other.value - known.value : null;
  const [reads, writes] = [read?.value ?? rest(write), write?.value ?? rest(read)];
  return reads === null || writes === null ? null : [reads, writes];
}

/** By the statements that were counted, in the words of the file name where they say the same. */
function testOfCounts(summary: SysbenchSummary | null, named: RegExpExecArray | null): string {
  const counts = summary && countStatements(summary);
  const [reads, writes] = counts ?? [0, 0];
  const [, word = '', ranges] = named?.map((text) => text?.toLowerCase()) ?? [];
  const mix = `${reads > 0 ? 'r' : ''}${writes > 0 ? 'w' : ''}`;
  const isSame = mix === '' || word === mix || `${mix}o` === word;
  if (named && isSame) return ['oltp', word, ...(ranges ? [ranges] : [])].join('.');
  return { r: 'oltp_read_only', w: 'oltp_write_only', rw: 'oltp_read_write' }[mix] ?? 'oltp';
}

function withMode(script: string, { readOnly, options }: SysbenchLog): string {
  if (!MIXED_SCRIPT.test(script)) return script;
  const words = options.words.length > 0 ? options.words : [readOnly ? 'ro' : 'rw'];
  return [script, ...words].join('.');
}

function trimSeparators(text: string): string {
  return text.replace(/^[._-]+/, '').replace(/[._-]+$/, '');
}
