import { groupBy } from '../../../assemble/add-to-group';
import { addHost, chooseHostDevice } from '../../../assemble/beside';
import { addGlobalStatus } from '../../../assemble/global-status';
import { addSeconds, Measurements, newResult } from '../../../assemble/measurements';
import { isOneProcess } from '../../../assemble/perf-counters';
import { findVariant, placeLabel } from '../../../identity/names/find-variant';
import { parseRunDirectory } from '../../../identity/names/run-directory';
import { type MetricId, percentileMetric } from '../../../model/metric';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import { testInfo } from '../../../model/test';
import type { MysqlStatusLog } from '../../context/database/mysql-status-log';
import type { PerfStatLog } from '../../context/perf-stat-log';
import { type AssembleContext, type Assembler, type LocatedLog, newPart, type RunPart } from '../../family';
import type { NumberAt } from '../../number-line';
import { isSystemTest } from '../about';
import type { QpsRow, SysbenchLog } from '../log/sysbench-log';
import { countersKey, type DirectoryFiles, groupByTest, type TestFiles, testKey } from './test-files';
import { addThroughput } from './throughput';

/**
 * sb.o + sb.vm + sb.io (or sb.met) of one test become one result; the results of one directory and workload one
 * part of a run.
 */
export const sysbenchAssembler: Assembler = {
  assemble: (logs, context) => groupByTest(logs, context).flatMap((directory) => toParts(directory, context)),
};

function toParts(files: DirectoryFiles, context: AssembleContext): RunPart[] {
  if (files.tests.length === 0) return [];
  const place = { directory: files.directory, rootLabel: context.rootLabel };
  const label = placeLabel(place);
  const device = chooseHostDevice(files.tests, files.directory, context);
  noteRequests(files, context);
  const named = parseRunDirectory(label);
  const variant = findVariant(place, { hasFlavour: true });
  const countersOf = openCounters(files);
  const drafts = files.tests.map((test) =>
    buildResult(test, {
      assembly: context,
      device,
      cores: context.cores(files.directory),
      qps: files.qps.get(testKey(test.test, test.range)),
      status: files.status.get(testKey(test.test, test.range)),
      counters: countersOf(test),
      product: variant.product,
    }),
  );
  return splitByWorkload(drafts).map(
    ({ clients, tables, tableSize, workloadLabel, segment, drafts: own }) => {
      const primaryKey = named.primaryKey ?? firstKnown(own, (draft) => draft.primaryKey);
      const sizes = { tables, rowsPerTable: tableSize, clients, primaryKey };
      return newPart({
        ...{ benchmark: 'sysbench', label, directory: files.directory, variant },
        workload: { ...sizes, cached: null, label: workloadLabel },
        cores: firstKnown(own, (draft) => draft.cores),
        results: own.map(({ result }) => result),
        ...(segment !== undefined && { segmentOfLog: segment }),
      });
    },
  );
}

/** Files with the clients of the test in their names, else those of a test without clients, if it ran with one number of them. */
function openCounters({ counters, tests }: DirectoryFiles): (test: TestFiles) => LocatedLog<PerfStatLog>[] {
  const keyOf = ({ test, range }: TestFiles) => countersKey(test, range, null);
  const same = counters.size > 0 ? groupBy(tests, keyOf) : null;
  return (test) => {
    if (!same) return [];
    const own = counters.get(countersKey(test.test, test.range, test.clients));
    if (own) return own;
    return same.get(keyOf(test))?.length === 1 ? (counters.get(keyOf(test)) ?? []) : [];
  };
}

/** 0.4 and 0.5 print `read/write requests:`, which leave out BEGIN and COMMIT: not the queries/s of 1.x. */
function noteRequests({ tests, directory }: DirectoryFiles, context: AssembleContext): void {
  const without = tests.filter(({ sysbench }) => {
    const summary = sysbench?.log.summary;
    return summary?.rwRequestsPerS !== undefined && !summary.queriesPerS;
  });
  if (without.length === 0) return;
  context.note(
    'METRIC_MISSING',
    directory,
    `${without.length === 1 ? '1 log of sysbench 0.4 or 0.5 prints' : `${without.length} logs of sysbench 0.4 or 0.5 print`} read/write requests, which are not queries/s: no throughput, nothing per operation`,
    { severity: 'info' },
  );
}

function firstKnown<T>(drafts: readonly ResultDraft[], get: (draft: ResultDraft) => T | null): T | null {
  for (const draft of drafts) {
    const value = get(draft);
    if (value !== null) return value;
  }
  return null;
}

/** The key that separates workloads within one directory; null where the logs lack it. */
interface WorkloadPart {
  clients: number | null;
  tables: number | null;
  tableSize: number | null;
  workloadLabel: string | null;
  segment: number | undefined;
  drafts: ResultDraft[];
}

/**
 * Splits the results of one directory by client threads, tables, rows and what else the logs say of the workload.
 * Warm-ups do not make one: the clients of `point-query.warm` are the number of tables. They go with the tests of
 * their clients, else with the workload that has the most tests, as does the load.
 */
function splitByWorkload(drafts: readonly ResultDraft[]): WorkloadPart[] {
  const measured = drafts.filter(({ warmup }) => !warmup);
  const parts = joinUnnamed(
    group(measured.length > 0 ? measured : drafts.filter(({ result }) => result.clients !== null)),
  );
  const largest = largestOf(parts);
  if (!largest) return drafts.length > 0 ? [toPart(drafts)] : [];
  const placed = new Set(parts.flatMap((part) => part.drafts));
  for (const draft of drafts) {
    if (placed.has(draft)) continue;
    const same = largestOf(parts.filter(({ clients }) => clients === draft.result.clients));
    (same ?? largest).drafts.push(draft);
  }
  return parts;
}

function group(drafts: readonly ResultDraft[]): WorkloadPart[] {
  const groups = groupBy(drafts, (draft) =>
    JSON.stringify([draft.result.clients, ...(draft.isConventional ? [] : workloadOf(draft))]),
  );
  return [...groups.values()].map(toPart);
}

/** Names of the convention are of one workload: that update-one has a table of one row is part of that test. */
function workloadOf({ result, tables, tableSize, workloadLabel, segment }: ResultDraft): unknown[] {
  return [tables, tableSize, workloadLabel, isSystemTest(result.test), segment];
}

/** A log that failed before it printed its tables, or a summary without its log, joins the largest workload with its clients. */
function joinUnnamed(parts: readonly WorkloadPart[]): WorkloadPart[] {
  const named = parts.filter((part) => !isUnnamed(part));
  return parts.filter((part) => {
    if (!isUnnamed(part)) return true;
    const home = largestOf(
      named.filter(({ clients, drafts }) => clients === part.clients && !isSystem(drafts)),
    );
    home?.drafts.push(...part.drafts);
    return home === undefined;
  });
}

function isUnnamed({ tables, tableSize, workloadLabel, segment, drafts }: WorkloadPart): boolean {
  const isKnown = [tables, tableSize, workloadLabel, segment ?? null].some((value) => value !== null);
  return !isKnown && !isSystem(drafts);
}

function isSystem(drafts: readonly ResultDraft[]): boolean {
  return drafts.every(({ result }) => isSystemTest(result.test));
}

/** The first of those with the most tests. */
function largestOf(parts: readonly WorkloadPart[]): WorkloadPart | undefined {
  return [...parts].sort((a, b) => b.drafts.length - a.drafts.length)[0];
}

/** Tables and rows of the measured tests; of warm-ups when there is nothing else. */
function toPart(drafts: readonly ResultDraft[]): WorkloadPart {
  const known = drafts.filter(({ tables, tableSize }) => tables !== null || tableSize !== null);
  const sized = known.find(({ warmup }) => !warmup) ?? known[0];
  const clients = drafts[0]?.result.clients ?? null;
  return {
    clients: drafts.every(({ result }) => result.clients === clients) ? clients : null,
    tables: sized?.tables ?? null,
    tableSize: sized?.tableSize ?? null,
    workloadLabel: drafts.find(({ warmup }) => !warmup)?.workloadLabel ?? null,
    segment: drafts.find(({ warmup }) => !warmup)?.segment,
    drafts: [...drafts],
  };
}

/** A result with what its files say of the run it belongs to. */
interface ResultDraft {
  /** Repeat is set when drafts are joined to runs. */
  result: NormalizedResult;
  warmup: boolean;
  /** Its files are named by the convention of run directories. */
  isConventional: boolean;
  primaryKey: boolean | null;
  tables: number | null;
  tableSize: number | null;
  /** What else of the workload the log says and must be equal: `4 files, 32MiB`; null when nothing. */
  workloadLabel: string | null;
  /** Number of the run within its file, see `TestFiles`. */
  segment: number | undefined;
  cores: number | null;
}

interface ResultContext {
  assembly: AssembleContext;
  /** Device of the run, null without iostat. */
  device: string | null;
  /** Cores from basecase.json: used when the log does not say. */
  cores: number | null;
  qps: LocatedLog<QpsRow> | undefined;
  status: LocatedLog<MysqlStatusLog> | undefined;
  counters: readonly LocatedLog<PerfStatLog>[];
  product: string;
}

/** Joins the files of one test to one result. */
function buildResult(files: TestFiles, context: ResultContext): ResultDraft {
  const { assembly } = context;
  const info = testInfo('sysbench', files.test, files.range);
  const measurements = new Measurements();
  const log = files.sysbench?.log ?? null;
  const unit = unitOf(files, info.unit);
  // Not the core count from the config name: a stored number cannot mark that it depends on a guess.
  const cores = log?.cores ?? context.cores ?? files.iostat?.log.cores ?? null;
  const q = addThroughput(files, { unit, qps: context.qps, measurements, assembly });
  if (files.sysbench) addClientSide(measurements, files.sysbench);
  const failed = isFailed(files);
  const clients = log?.threads ?? files.clients;
  const perf = failed ? [] : [...context.counters, ...(files.perf ?? [])];
  const isWhole = isOneProcess(context.product, clients);
  const rates = { device: context.device, q: failed ? null : q, cores, isWhole };
  const device = addHost(measurements, { ...files, perf }, rates);
  noteHost(files, device, context);
  if (!failed) noteThroughput(files, q, assembly);
  if (context.status && !failed) addGlobalStatus(measurements, context.status);
  if (files.met && !failed) addReported(measurements, files.met.path, files.met.log.values);
  return {
    warmup: info.warmup,
    isConventional: files.stem === null,
    primaryKey: files.primaryKey,
    tables: log?.tables ?? files.prepare?.log.tables ?? null,
    tableSize: log?.tableSize ?? null,
    workloadLabel: workloadLabelOf(log),
    segment: files.segmentOfLog,
    cores,
    result: newResult({
      ...{ test: files.test, range: files.range, status: toStatus(failed, info.warmup), unit, device },
      clients,
      ...{ command: log?.command ?? null, tool: log?.tool ?? null, measurements },
    }),
  };
}

function workloadLabelOf(log: SysbenchLog | null): string | null {
  const words = [...(log?.options.workload ?? []), ...(log?.scale ? [`scale ${log.scale}`] : [])];
  return words.length > 0 ? words.join(', ') : null;
}

function isFailed(files: TestFiles): boolean {
  if (files.sysbench) return files.sysbench.log.summary === null && files.sysbench.log.prepared === null;
  return files.prepare !== undefined && files.prepare.log.line === 0 && !files.met;
}

/** Loads count rows, those of files bytes. */
function unitOf(files: TestFiles, unit: string): string {
  if (files.test !== 'prepare') return unit;
  return files.sysbench ? 'B/s' : 'rows/s';
}

function toStatus(failed: boolean, warmup: boolean): ResultStatus {
  if (failed) return 'failed';
  return warmup ? 'warmup' : 'ok';
}

/** What the logs of the host do not give. */
function noteHost(
  { vmstat, iostat }: TestFiles,
  used: string | null,
  { assembly, device }: ResultContext,
): void {
  if (vmstat && vmstat.log.samples === 0) {
    assembly.note('METRIC_MISSING', vmstat.path, 'no sample after the since-boot row: no cpu/o, no cs/o');
  }
  const isWanting = device === null && iostat !== undefined && iostat.log.devices.length > 0;
  // A requested device that is in no log was reported once for the directory.
  if (!iostat || used !== null || isWanting) return;
  const names = iostat.log.devices.map(({ name }) => name).join(', ') || 'none';
  assembly.note(
    'METRIC_MISSING',
    iostat.path,
    `no rows of device ${device ?? 'any'}, found: ${names}; no r/o, rKB/o, wKB/o`,
  );
}

function noteThroughput(files: TestFiles, q: number | null, assembly: AssembleContext): void {
  const summary = files.sysbench?.log.summary;
  // Read/write requests are not queries: reported once for the directory. A load of files has no operations.
  if (q === null && (summary?.rwRequestsPerS || files.sysbench?.log.prepared)) return;
  const file = (files.sysbench ?? files.prepare ?? files.met ?? files.vmstat ?? files.iostat)?.path ?? null;
  if (q === 0)
    assembly.note('ZERO_THROUGHPUT', file, 'throughput is 0: nothing per operation can be computed');
  if (q !== null) return;
  const missing = summary?.isSql
    ? 'no line `queries: ... per sec.`: no throughput, nothing per operation'
    : 'no events or operations per second: no throughput, nothing per operation';
  const alone = 'no sysbench log (sb.o) in its directory: no throughput, no costs per operation';
  assembly.note('METRIC_MISSING', file, files.sysbench ? missing : alone);
}

/** Adds values of the summary next to the logs; throughput is already there. */
function addReported(
  measurements: Measurements,
  file: string,
  values: readonly { metric: MetricId; value: number; line: number }[],
): void {
  for (const { metric, value, line } of values) {
    if (metric !== 'throughput') measurements.reported(metric, value, { file, line });
  }
}

const MEBIBYTE = 1024 * 1024;

/** Adds the other measurements of sysbench. Logs have latencies in milliseconds; they are stored in seconds. */
function addClientSide(measurements: Measurements, { path, log }: LocatedLog<SysbenchLog>): void {
  const { summary, prepared, perSecond } = log;
  const add = (metric: MetricId, located: NumberAt | null | undefined, factor = 1) => {
    if (!located) return;
    measurements.reported(metric, located.value * factor, { file: path, line: located.line });
  };
  // Loading of files by `sysbench fileio prepare`.
  add('write_bandwidth', prepared, MEBIBYTE);
  if (!summary) return;
  addSeconds(measurements, path, perSecond);
  const milliseconds = (metric: MetricId, located: NumberAt | undefined) => {
    // The decimal point is moved in text: 11075.37 / 1000 is 11.075370000000001.
    const { value = 0, line = 0 } = located ?? {};
    const moved = Number(`${value}e-3`);
    // A number that JavaScript prints as 1e+30 is beyond all bounds, and must reach them.
    add(metric, located && { value: Number.isFinite(moved) ? moved : value / 1000, line });
  };
  milliseconds('latency_min', summary.latencyMinMs);
  milliseconds('latency_avg', summary.latencyAvgMs);
  milliseconds('latency_max', summary.latencyMaxMs);
  const percentile = percentileMetric(summary.percentile ?? 0);
  if (percentile) milliseconds(percentile, summary.latencyPercentileMs);
  add('transactions_per_s', summary.transactionsPerS);
  add('rw_requests_per_s', summary.rwRequestsPerS);
  add('bandwidth', summary.mibPerS, MEBIBYTE);
  add('read_bandwidth', summary.readMibPerS, MEBIBYTE);
  add('write_bandwidth', summary.writtenMibPerS, MEBIBYTE);
  // Deadlocks are the errors that 0.4 and early 0.5 count and go on after.
  add('errors', summary.errors ?? summary.deadlocks);
  add('reconnects', summary.reconnects);
  add('elapsed', summary.elapsedS);
}
