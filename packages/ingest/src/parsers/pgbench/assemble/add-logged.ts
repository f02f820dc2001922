import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import type { Measurements } from '../../../assemble/measurements';
import { baseName } from '../../../identity/names/base-name';
import type { FormulaName } from '../../../model/formulas';
import type { MetricId } from '../../../model/metric';
import { naturalOrder } from '../../../model/natural-order';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import { standardDeviation } from '../aggregate-log/aggregate';
import type { AggregateLog } from '../aggregate-log/aggregate-log';
import { addLatencies, LatencyHistogram } from '../transaction-log/latency-histogram';
import type { TransactionLog } from '../transaction-log/transaction-log';

const PERCENTILES = [50, 95, 99];

/**
 * Adds the latencies of a run's logs, in seconds.
 *
 * @param script number of one script, to take its transactions only; null for all. Intervals do not tell scripts apart
 */
export function addLogged(
  measurements: Measurements,
  { transactions, aggregates }: LoggedLatencies,
  script: number | null,
): void {
  addTransactions(measurements, transactions, script);
  if (script === null) addAggregates(measurements, aggregates);
}

function addTransactions(
  measurements: Measurements,
  files: readonly LocatedLog<TransactionLog>[],
  script: number | null,
): void {
  const [first] = files;
  if (!first) return;
  const all = new LatencyHistogram();
  for (const { log } of files) {
    const own =
      script === null ? log.latencies : log.scripts.find((each) => each.script === script)?.latencies;
    if (own) all.merge(own);
  }
  if (all.count === 0) return;
  const { firstLine: line, lastLine: lineEnd } = first.log;
  addLatencies(measurements, all, { file: first.path, line, lineEnd, percentiles: PERCENTILES });
}

function addAggregates(measurements: Measurements, files: readonly LocatedLog<AggregateLog>[]): void {
  const [first] = files;
  if (!first) return;
  const total = { transactions: 0, sum: 0, squares: 0 };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { log } of files) {
    total.transactions += log.transactions;
    total.sum += log.sum;
    total.squares += log.squares;
    min = Math.min(min, log.min ?? min);
    max = Math.max(max, log.max ?? max);
  }
  if (total.transactions === 0) return;
  const { path: file, log } = first;
  const add = (metric: MetricId, microseconds: number | null, formula: FormulaName) =>
    measurements.computed(metric, microseconds === null ? null : microseconds / 1e6, {
      file,
      line: log.firstLine,
      lineEnd: log.lastLine,
      formula,
    });
  add('latency_min', min, 'interval_latency_min');
  add('latency_avg', total.sum / total.transactions, 'interval_latency_mean');
  add('latency_stddev', standardDeviation(total), 'interval_latency_stddev');
  add('latency_max', max, 'interval_latency_max');
}

/** Logs of the threads of one run: of single transactions, or of intervals. */
export interface LoggedLatencies {
  transactions: LocatedLog<TransactionLog>[];
  aggregates: LocatedLog<AggregateLog>[];
}

/** `pgbench_log.13624`, `pgbench_log.13624.1`: option --log-prefix changes the first word. */
const NAME = /^(.+?\.\d+)(?:\.\d+)?$/;

/** The logs of one directory by run: those of one prefix and process are of one. Claims them. */
export function loggedRuns(
  logs: readonly LocatedLog[],
  directory: string,
  context: Pick<AssembleContext, 'claim'>,
): LoggedLatencies[] {
  const groups = new Map<string, LocatedLog[]>();
  const all = [
    ...logsOfType<TransactionLog>(logs, 'pgbench-transactions'),
    ...logsOfType<AggregateLog>(logs, 'pgbench-aggregate'),
  ];
  for (const located of all.sort((a, b) => naturalOrder(a.path, b.path))) {
    if (path.posix.dirname(located.path) !== directory) continue;
    context.claim(located);
    const name = baseName(located.path);
    addToGroup(groups, NAME.exec(name)?.[1] ?? name, located);
  }
  return [...groups.values()].map((files) => ({
    transactions: logsOfType<TransactionLog>(files, 'pgbench-transactions'),
    aggregates: logsOfType<AggregateLog>(files, 'pgbench-aggregate'),
  }));
}

/** Path of the first file. */
export function fileOf({ transactions, aggregates }: LoggedLatencies): string | null {
  return (transactions[0] ?? aggregates[0])?.path ?? null;
}
