import { percentileMetric } from '../../../model/metric';
import { exponentOf, extremeMetric, numberAt, toNumber } from '../../number-line';
import { type Operation, operationOf, type YcsbRun } from '../ycsb-log';

/** `[READ], 95thPercentileLatency(us), 1543`; some versions leave out the blank before the metric of OVERALL. */
const ROW = /^[\t >]{0,40}\[([A-Za-z][^\][]{0,80})\],[ \t]{0,4}([^,]{1,80})(?:,[ \t]{0,4}(.{0,60}))?$/;
/** Rows of a histogram or a time series, which are charts and no results: the metric is a number. */
const BUCKET = /^>?\d+$/;
const LATENCY = /^(?:(Average|Min|Max)|(.{0,40})(?:st|nd|rd|th)Percentile)Latency\((us|ms)\)$/;
const RETURN = /^Return=(.{0,40})$/;
const FAILED = '-FAILED';
const MAX_RETURNS = 50;

/** A final row as printed. */
export interface Row {
  /** `READ`, `OVERALL`, `TOTAL_GC_TIME`. */
  name: string;
  /** `AverageLatency(us)`, `Return=OK`, `>1000`. */
  metric: string;
  value: string;
}

/** A row of the summary; null for any other line. Rows have this form since 0.1. */
export function readRow(text: string): Row | null {
  const [found, name = '', metric = '', value = ''] = ROW.exec(text) ?? [];
  return found === undefined ? null : { name, metric: metric.trim(), value: value.trim() };
}

export function isBucketRow({ metric }: Pick<Row, 'metric'>): boolean {
  return BUCKET.test(metric);
}

/**
 * True for a latency of 0 whole milliseconds, as histograms of 0.1 print it: the exact value below one is unknown.
 */
export function isBelowMillisecond({ metric, value }: Row): boolean {
  return LATENCY.exec(metric)?.[3] === 'ms' && /^0+$/.test(value);
}

/**
 * Puts a row into the run.
 *
 * @returns false where its number, or the percentile in its name, can't be read
 */
export function applyRow(run: YcsbRun, row: Row, line: number): boolean {
  if (row.name === 'OVERALL') return applyOverall(run, row, line);
  if (row.name.startsWith('TOTAL_GC')) return true;
  const isFailed = row.name.endsWith(FAILED);
  const name = isFailed ? row.name.slice(0, -FAILED.length) : row.name;
  const operation = operationOf(run, name, line);
  if (!operation) return false;
  return isFailed ? applyFailed(operation, row, line) : applyOperation(operation, row, line);
}

function applyOverall(run: YcsbRun, { metric, value }: Row, line: number): boolean {
  const isTime = metric === 'RunTime(ms)';
  if (!isTime && metric !== 'Throughput(ops/sec)') return !/^(?:RunTime|Throughput)\(/.test(metric);
  const number = numberAt(value, line, isTime ? -3 : 0);
  run[isTime ? 'runTimeS' : 'throughput'] ??= number;
  return number !== null;
}

/** Latencies of operations that failed are kept as facts of the file. */
function applyFailed(operation: Operation, { metric, value }: Row, line: number): boolean {
  if (metric !== 'Operations') return true;
  const count = numberAt(value, line);
  operation.failed ??= count;
  return count !== null;
}

function applyOperation(operation: Operation, { metric, value }: Row, line: number): boolean {
  const number = numberAt(value, line);
  const code = RETURN.exec(metric)?.[1];
  if (metric === 'Operations' && number) operation.count ??= number;
  else if (code !== undefined && number) {
    if (operation.returns.length < MAX_RETURNS) operation.returns.push({ code, ...number });
  } else if (metric === 'Operations' || code !== undefined) return false;
  else return applyLatency(operation, { metric, value }, line);
  return true;
}

function applyLatency(
  operation: Operation,
  { metric, value }: Pick<Row, 'metric' | 'value'>,
  line: number,
): boolean {
  const [found, word, percentile = '', unit = ''] = LATENCY.exec(metric) ?? [];
  if (found === undefined) return true;
  const id = word === undefined ? percentileMetric(Number(percentile)) : extremeMetric(word);
  if (id === null) return isPercentile(percentile);
  const seconds = numberAt(value, line, exponentOf(unit) ?? 0);
  // The average of no operations.
  if (!seconds) return value === 'NaN' && operation.count?.value === 0;
  if (!operation.latencies.has(id)) operation.latencies.set(id, seconds);
  return true;
}

/** A percentile without a metric is a fact of the file; a text that is none can't be read. */
function isPercentile(text: string): boolean {
  const value = toNumber(text);
  return value !== null && value > 0 && value < 100;
}
