import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { type HostLogs, takeBeside } from '../../../assemble/beside';
import { baseName } from '../../../layout/base-name';
import { type FileName, parseFileName } from '../../../layout/file-name';
import { naturalOrder } from '../../../model/natural-order';
import type { MysqlStatusLog } from '../../context/database/mysql-status-log';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { CpuTimeLog } from '../../host/cpu-time/cpu-time-log';
import type { IostatLog } from '../../host/iostat/iostat-log';
import type { VmstatLog } from '../../host/vmstat/vmstat-log';
import type { SysbenchLog } from '../log/sysbench-log';
import type { MetSummary } from '../mytools-met/met-summary';
import type { PrepareLog } from '../mytools-prepare/prepare-log';
import type { QpsRow } from '../mytools-qps/qps-row';
import { nameStem, testOfLog } from './test-name';

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
}

/** While it is filled: the tests by what tells them apart, since a directory may hold 100,000 files. */
interface GrowingDirectory extends DirectoryFiles {
  byName: Map<string, TestFiles[]>;
  /** Of each kind of log of a test: how many there were, which is the place of the next one. */
  taken: Map<string, number>;
  /** The workload of the logs so far. */
  logged: Set<string>;
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
    addLog(group, located, assembly);
    if (located.log.type === 'sysbench') addOthers(group, { path: located.path, log: located.log }, assembly);
  }
  addLoose(directories, loose, assembly);
  for (const located of logsOfType<MysqlStatusLog>(logs, 'mysql_status'))
    addStatus(directories, located, assembly);
  return [...directories.values()].sort((a, b) => naturalOrder(a.directory, b.directory));
}

function newDirectory(directory: string): GrowingDirectory {
  return {
    directory,
    tests: [],
    qps: new Map(),
    status: new Map(),
    byName: new Map(),
    taken: new Map(),
    logged: new Set(),
  };
}

/** vmstat and iostat with the stem of a log. Others are left to other assemblers. */
function addLoose(
  directories: ReadonlyMap<string, DirectoryFiles>,
  loose: readonly LocatedLog<HostLog>[],
  assembly: AssembleContext,
): void {
  const left = new Map<string, LocatedLog<HostLog>[]>();
  const keyOf = (directory: string, stem: string | null) => JSON.stringify([directory, stem]);
  for (const located of loose)
    addToGroup(left, keyOf(path.posix.dirname(located.path), nameStem(baseName(located.path))), located);
  for (const { directory, tests } of directories.values()) {
    for (const test of tests.filter(({ stem }) => stem !== null)) {
      const key = keyOf(directory, test.stem);
      const candidates = left.get(key) ?? [];
      const beside = takeBeside(candidates, directory, { belongs: () => true, context: assembly });
      Object.assign(test, beside);
      left.set(
        key,
        candidates.filter(
          (located) => !Object.values<LocatedLog | undefined>({ ...beside }).includes(located),
        ),
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

/** Executions on further CPUs are repeats. The first one carries the diagnostics of the file. */
function addOthers(
  group: GrowingDirectory,
  { path: filePath, log: { others = [] } }: LocatedLog<SysbenchLog>,
  assembly: AssembleContext,
): void {
  if (others.length === 0) return;
  const message = `${others.length + 1} executions of sysbench in one file, each on its own CPU: kept as repeats`;
  assembly.note('DUPLICATE_RESULT', filePath, message);
  for (const log of others) addLog(group, { path: filePath, log }, { ...assembly, note: () => undefined });
}

function addToTest(
  group: GrowingDirectory,
  { name, file }: { name: FileName; file: LocatedLog<Exclude<RunLog, QpsRow>> },
  assembly: AssembleContext,
): void {
  const role: Role = file.log.type;
  const test = name.prepare ? 'prepare' : name.test;
  if (file.log.type === 'sysbench') group.logged.add(workloadKey(test, name.clients, file.log));
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

function workloadKey(test: string, clients: number | null, { tables, tableSize }: SysbenchLog): string {
  return JSON.stringify([test, clients, tables, tableSize]);
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
  const test = testOfLog(log, stem, file.path);
  const same = workloadKey(test, log.threads, log);
  const isRepeat = group.logged.has(same);
  group.logged.add(same);
  if (isRepeat) noteRepeat(file, assembly);
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
    'expected a name like sb.o.<test>.range<R>.pk<P>.dop<N>; the test is named after the log, or after the file',
  );
}

function noteRepeat(file: LocatedLog<Exclude<RunLog, QpsRow>>, assembly: AssembleContext): void {
  assembly.note(
    'DUPLICATE_RESULT',
    file.path,
    `a second ${file.log.type} log of this test; kept as a repeat`,
  );
}
