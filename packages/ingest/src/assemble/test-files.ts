import path from 'node:path';
import { type FileName, parseFileName } from '../layout/file-name';
import type { IostatLog } from '../parsers/iostat/iostat-log';
import type { MetSummary } from '../parsers/mytools-met/met-summary';
import type { PrepareLog } from '../parsers/mytools-prepare/prepare-log';
import type { QpsRow } from '../parsers/mytools-qps/qps-row';
import type { ParsedLog } from '../parsers/parser';
import type { SysbenchLog } from '../parsers/sysbench/sysbench-log';
import type { VmstatLog } from '../parsers/vmstat/vmstat-log';
import type { Assembly } from './assembly';

/** A parsed log and the file it came from. */
export interface From<Log> {
  path: string;
  log: Log;
}

/** The files of one test in one directory: together they become one result. */
export interface TestFiles {
  test: string;
  range: number | null;
  primaryKey: boolean | null;
  /** From the file names; the log may know better. */
  clients: number | null;
  sysbench?: From<SysbenchLog>;
  vmstat?: From<VmstatLog>;
  iostat?: From<IostatLog>;
  met?: From<MetSummary>;
  prepare?: From<PrepareLog>;
}

type Role = 'sysbench' | 'vmstat' | 'iostat' | 'met' | 'prepare';

/** Everything of one directory that can become results. */
export interface DirectoryFiles {
  directory: string;
  tests: TestFiles[];
  /** Rounded QPS by test and range, of all concurrencies. */
  qps: Map<string, From<QpsRow>>;
}

export function testKey(test: string, range: number | null): string {
  return `${test}_${range ?? ''}`;
}

/** Groups parsed logs by directory, and there by test, range and clients. Directories in natural order of names. */
export function groupByTest(
  logs: readonly { path: string; log: ParsedLog }[],
  assembly: Assembly,
): DirectoryFiles[] {
  const directories = new Map<string, DirectoryFiles>();
  for (const { path: filePath, log } of logs) {
    if (log.type === 'manifest') continue;
    const directory = path.posix.dirname(filePath);
    const group = directories.get(directory) ?? { directory, tests: [], qps: new Map() };
    directories.set(directory, group);
    const base = path.posix.basename(filePath).replace(/\.gz$/, '');
    const name = parseFileName(base) ?? nameOfUnconventional(base, filePath, log, assembly);
    if (log.type === 'qps') group.qps.set(testKey(name.test, name.range), { path: filePath, log });
    else addToTest(group, name, { path: filePath, log }, assembly);
  }
  return [...directories.values()].sort((a, b) => naturalOrder(a.directory, b.directory));
}

function addToTest(
  group: DirectoryFiles,
  name: FileName,
  file: From<Exclude<ParsedLog, QpsRow | { type: 'manifest' }>>,
  assembly: Assembly,
): void {
  const role: Role = file.log.type;
  const test = name.prepare ? 'prepare' : name.test;
  const range = name.prepare ? null : name.range;
  const same = group.tests.filter(
    (files) => files.test === test && files.range === range && files.clients === name.clients,
  );
  const free = same.find((files) => files[role] === undefined);
  if (free) {
    Object.assign(free, { [role]: file });
    return;
  }
  if (same.length > 0) {
    assembly.note('DUPLICATE_RESULT', file.path, `a second ${role} log of this test; kept as a repeat`);
  }
  group.tests.push({
    test,
    range,
    primaryKey: name.primaryKey,
    clients: name.clients,
    [role]: file,
  });
}

/** A log of any other name stands for itself: its test is the script it ran, or its own name. */
function nameOfUnconventional(base: string, filePath: string, log: ParsedLog, assembly: Assembly): FileName {
  assembly.note(
    'NAME_UNPARSED',
    filePath,
    'expected a name like sb.o.<test>.range<R>.pk<P>.dop<N>; the test is named after the file',
  );
  const sysbench = log.type === 'sysbench' ? log : null;
  const test = sysbench?.script ?? base.replace(/\.(?:txt|log|out|res)$/, '');
  const clients = sysbench?.threads ?? null;
  return { kind: '', prepare: false, test, range: null, primaryKey: null, clients };
}

const collator = new Intl.Collator('en', { numeric: true });

/** repeat2 before repeat10; equal for the collator but different: by bytes. */
export function naturalOrder(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
