import { addHost } from '../../../assemble/beside';
import { addSeconds, Measurements, newResult } from '../../../assemble/measurements';
import type { FormulaName } from '../../../model/formulas';
import type { MetricId } from '../../../model/metric';
import { secondFigures, sumSeconds } from '../../../model/metrics/stalls';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import type { AssembleContext } from '../../family';
import type { NumberAt } from '../../number-line';
import type { Operation } from '../client/iibench-log';
import { STEP_UNITS, type StepKind, stepKind, targetPerClient } from '../names';
import type { Normalized } from '../step-report/step-report-log';
import { type ClientFigures, clientFigures } from './client-figures';
import type { StepFiles } from './step-files';

export const SLA_SHARE = 0.95;

export interface StepContext {
  device: string | null;
  cores: number | null;
  /** True where one process of the server did all operations. */
  isWhole: boolean;
  /** Rows that l.i0 of the same run loaded: what l.x indexes. */
  loadedRows: number | null;
}

/** One step as a result. Throughput is what the report says, else what the logs of all clients give. */
export function buildResult(
  step: StepFiles,
  { device, cores, isWhole, loadedRows }: StepContext,
  context: AssembleContext,
): NormalizedResult {
  const kind = kindOf(step);
  const test = step.step ?? step.at.split('/').at(-1) ?? step.at;
  const measurements = new Measurements();
  const figures = completeFigures(step, context);
  addReport(measurements, step, kind);
  addClients(measurements, step, { kind, figures, loadedRows });
  const clients = clientsOf(step);
  addTarget(measurements, step, clients);
  if (figures && kind !== 'index') addStalls(measurements, step, kind);
  const q = throughputOf(measurements, 'throughput');
  const status = statusOf(step, { measurements, q, figures }, context);
  const insertRate = kind === 'query' ? throughputOf(measurements, 'insert_rate') : q;
  const used = addHost(measurements, step, { device, cores, q, insertRate, isWhole });
  return newResult({
    test: test === '.' ? context.rootLabel : test,
    ...{ status, unit: STEP_UNITS[kind], clients, command: step.clients[0]?.log.command ?? null },
    ...{ tool: 'iibench', device: used, measurements },
  });
}

export function clientsOf({ report, dop, clients }: StepFiles): number | null {
  return report?.log.totals?.processes ?? dop ?? (clients.length || null);
}

/** By the step's name, else by what was done in it. */
function kindOf({ step, report, clients }: StepFiles): StepKind {
  const named = step === null ? null : stepKind(step);
  if (named) return named;
  if (clients.some(({ log }) => log.createdIndexes)) return 'index';
  const queries = report?.log.totals?.queries ?? clients[0]?.log.last?.counts.query ?? 0;
  return queries > 0 ? 'query' : 'insert';
}

/** Null when the log of a client is missing or cut: the others say nothing of the whole. */
function completeFigures(step: StepFiles, context: AssembleContext): ClientFigures | null {
  const expected = clientsOf(step);
  if (step.clients.length === 0 || expected === null) return null;
  if (step.clients.length < expected) {
    const message = `logs of ${step.clients.length} of ${expected} clients are here; nothing is summed over clients`;
    context.note('METRIC_MISSING', step.clients[0]?.path ?? step.at, message);
    return null;
  }
  const figures = clientFigures(step.clients);
  const totals = step.report?.log.totals;
  if (figures && totals && step.report && figures.counts.query !== totals.queries) {
    const message = `${totals.queries} queries, ${figures.counts.query} in the logs of the clients; the report counts`;
    context.note('VALUES_DISAGREE', step.report.path, message, totals.line);
  }
  return figures;
}

function addTarget(
  measurements: Measurements,
  { step, report, clients }: StepFiles,
  count: number | null,
): void {
  const perClient = step === null ? null : targetPerClient(step);
  const file = report?.path ?? clients[0]?.path;
  if (perClient === null || count === null || file === undefined) return;
  measurements.computed('insert_rate_target', perClient * count, {
    file,
    line: 1,
    formula: 'insert_rate_target',
  });
}

/** As the author reports it, else as computed here. */
function throughputOf(measurements: Measurements, metric: 'throughput' | 'insert_rate'): number | null {
  const found = measurements.list.filter((measurement) => measurement.metric === metric);
  return (found.find(({ source }) => source === 'reported') ?? found[0])?.value ?? null;
}

interface Outcome {
  measurements: Measurements;
  q: number | null;
  figures: ClientFigures | null;
}

function statusOf(
  { step, clients, report }: StepFiles,
  { measurements, q, figures }: Outcome,
  context: AssembleContext,
): ResultStatus {
  const file = report?.path ?? clients[0]?.path ?? null;
  const stopped = clients.filter(({ log }) => !log.totals);
  if (stopped.length > 0) {
    const message = `${stopped.length} of ${clients.length} clients did not finish; what was reported is kept, and not compared`;
    context.note('CLIENTS_FAILED', stopped[0]?.path ?? file, message);
    return 'failed';
  }
  if (q === null) return 'ok';
  if (q === 0) context.note('ZERO_THROUGHPUT', file, `${step ?? 'the step'} has a throughput of 0`, 1);
  const target = measurements.list.find(({ metric }) => metric === 'insert_rate_target')?.value;
  const achieved = throughputOf(measurements, 'insert_rate');
  if (target === undefined || achieved === null || achieved >= target * SLA_SHARE) return 'ok';
  const percent = ((achieved / target) * 100).toFixed(1);
  const own =
    figures && report
      ? `; ${(figures.counts.insert / figures.seconds).toFixed(1)}/s by the clock of the clients`
      : '';
  const message = `${step}: ${achieved.toFixed(1)} inserts/s of the ${target} requested, ${percent}%, below 95%${own}`;
  context.note('SLA_FAILED', file, message, 1);
  return 'sla_failed';
}

interface ClientContext {
  kind: StepKind;
  figures: ClientFigures | null;
  loadedRows: number | null;
}

/**
 * Adds the results of the client logs. With a report, its wall-clock rates are the throughput, and these are stored
 * as insert_rate and query_rate; without one they are the throughput.
 */
function addClients(
  measurements: Measurements,
  step: StepFiles,
  { kind, figures, loadedRows }: ClientContext,
): void {
  const hasReport = step.report !== undefined;
  if (figures && kind !== 'index') {
    const { seconds, counts, at } = figures;
    const rate = (metric: MetricId, count: number, formula: FormulaName, unit?: string) =>
      measurements.computed(metric, count / seconds, {
        ...at,
        formula,
        ...(unit === undefined ? {} : { unit }),
      });
    const unit = STEP_UNITS[kind];
    if (kind === 'insert') {
      if (hasReport) rate('insert_rate', counts.insert, 'client_inserts');
      else rate('throughput', counts.insert, 'client_inserts', unit);
    } else {
      if (hasReport) rate('query_rate', counts.query, 'client_queries');
      else rate('throughput', counts.query, 'client_queries', unit);
      if (!hasReport) rate('insert_rate', counts.insert, 'client_inserts');
    }
    if (counts.delete > 0) rate('delete_rate', counts.delete, 'client_deletes');
    if (!hasReport) measurements.computed('elapsed', seconds, { ...at, formula: 'longest_client' });
  }
  if (kind === 'index' && !hasReport && figures) addIndexing(measurements, step, loadedRows);
  addSlowest(measurements, step, kind);
  addRates(measurements, step, kind);
}

/** Without a report: the rows that l.i0 loaded, by the seconds that creating their indexes took. */
function addIndexing(measurements: Measurements, { clients }: StepFiles, loadedRows: number | null): void {
  let longest: { file: string; seconds: number; line: number } | null = null;
  for (const { path: file, log } of clients) {
    if (!log.createdIndexes) return;
    if (!longest || log.createdIndexes.seconds > longest.seconds) longest = { file, ...log.createdIndexes };
  }
  if (!longest) return;
  const { file, line, seconds } = longest;
  measurements.computed('elapsed', seconds, { file, line, formula: 'longest_client' });
  if (loadedRows === null || seconds === 0) return;
  const at = { file, line, formula: 'indexed_rows', unit: STEP_UNITS.index } as const;
  measurements.computed('throughput', loadedRows / seconds, at);
}

/** Largest response time of any client; the rows of a step print them too, but rounded to its seconds. */
function addSlowest(measurements: Measurements, { clients }: StepFiles, kind: StepKind): void {
  let slowest: { file: string; max: number; line: number } | null = null;
  for (const { path: file, log } of clients) {
    const times = log.responseTimes[operationOf(kind)];
    if (times && (!slowest || times.max > slowest.max)) slowest = { file, max: times.max, line: times.line };
  }
  if (!slowest) return;
  const { file, max, line } = slowest;
  measurements.computed('latency_max', max, { file, line, formula: 'slowest_response' });
}

/** Of all clients together: where one waits, the others may work on. */
function addStalls(measurements: Measurements, { clients }: StepFiles, kind: 'insert' | 'query'): void {
  const [first] = clients;
  const rates = sumSeconds(clients.map(({ log }) => log.seconds[kind]));
  const figures = rates && secondFigures(rates);
  if (!first || !figures) return;
  const { firstRowLine: line, last } = first.log;
  addSeconds(measurements, first.path, { figures, line, lineEnd: last?.line ?? line });
}

/** Of client 1 only, as the author's reports have it. */
function addRates(measurements: Measurements, { clients }: StepFiles, kind: StepKind): void {
  const [first] = clients;
  const rates = kind === 'index' ? undefined : first?.log.rates[operationOf(kind)];
  if (!first || !rates) return;
  const { firstRowLine, last } = first.log;
  const at = { file: first.path, line: firstRowLine, lineEnd: last?.line ?? firstRowLine };
  measurements.computed('rate_p50', rates.p50, { ...at, formula: 'rate_p50' });
  measurements.computed('rate_p99', rates.p99, { ...at, formula: 'rate_p99' });
}

export const GIB = 2 ** 30;
const KIB = 1024;

/** Columns of the report by what they are divided with: `r/q` of queries, `r/i` of inserts. */
const MEANS: readonly [name: string, metric: MetricId, factor: number][] = [
  ['nsamp', 'samples_iostat', 1],
  ['nsamp vmstat', 'samples_vmstat', 1],
  ['r/s', 'reads_per_s', 1],
  ['rMB/s', 'read_kb_per_s', KIB],
  ['w/s', 'writes_per_s', 1],
  ['wMB/s', 'write_kb_per_s', KIB],
  ['cs/s', 'cs_per_s', 1],
  ['cpu/s', 'cpu_percent', 1],
  ['cs/q', 'cs_per_op', 1],
  ['cpu/q', 'cpu_per_op', 1],
  ['r/q', 'reads_per_op', 1],
  ['rKB/q', 'read_kb_per_op', 1],
  ['wKB/q', 'write_kb_per_op', 1],
  ['r/i', 'reads_per_op', 1],
  ['rKB/i', 'read_kb_per_op', 1],
  ['wKB/i', 'write_kb_per_op', 1],
];
const PER_INSERT: readonly [name: string, metric: MetricId, factor: number][] = [
  ['w/i', 'writes_per_insert', 1],
  ['wKB/i', 'write_kb_per_insert', 1],
];

/** The operation that the throughput of a step counts. */
function operationOf(kind: StepKind): Operation {
  return kind === 'query' ? 'query' : 'insert';
}

/** Adds the values of `o.res`. Its means include the since-boot row of vmstat, unlike ours. */
function addReport(measurements: Measurements, { report, size }: StepFiles, kind: StepKind): void {
  const bytes = (read: NumberAt | null | undefined, factor: number) =>
    read ? Math.round(read.value * factor) : null;
  if (size) {
    const at = { file: size.path, line: size.log.line };
    measurements.reported('db_size', bytes({ value: size.log.gib, line: 1 }, GIB), at);
  }
  const totals = report?.log.totals;
  if (!report || !totals) return;
  const { path: file, log } = report;
  const at = { file, line: totals.line };
  const unit = STEP_UNITS[kind];
  measurements.reported('throughput', kind === 'query' ? totals.queriesPerS : totals.rowsPerS, {
    ...at,
    unit,
  });
  if (kind === 'query') measurements.reported('insert_rate', totals.rowsPerS, at);
  measurements.reported('elapsed', totals.seconds, at);
  const read = (metric: MetricId, found: NumberAt | undefined, factor = 1) => {
    if (found) measurements.reported(metric, found.value * factor, { file, line: found.line });
  };
  const operation = operationOf(kind);
  read('latency_max', log.slowest[operation]);
  if (kind !== 'index') {
    read('rate_p50', log.p50[operation]);
    read('rate_p99', log.p99[operation]);
  }
  const add = (means: Normalized, columns: typeof MEANS) => {
    for (const [name, metric, factor] of columns) read(metric, means.get(name), factor);
  };
  add(kind === 'query' ? log.byQuery : log.byInsert, MEANS);
  add(log.byInsert, PER_INSERT);
  measurements.reported('db_size', bytes(log.databaseGib, GIB), { file, line: log.databaseGib?.line ?? 1 });
  measurements.reported('data_size', bytes(log.directoryGib, GIB), {
    file,
    line: log.directoryGib?.line ?? 1,
  });
  measurements.reported('rss', bytes(log.rssKib, KIB), { file, line: log.rssKib?.line ?? 1 });
}
