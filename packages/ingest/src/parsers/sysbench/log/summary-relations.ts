import { type MaybeRelation, relationOf, type Said, saidAt } from '../../../checks/disagreements';
import { exact, plus, type Range, times, widen } from '../../../checks/ranges';
import type { MetricId } from '../../../model/metric';
import type { NumberAt } from '../../number-line';
import type { IntervalMeans } from './interval-means';
import type { SummaryField, SysbenchSummary } from './sysbench-log';

/**
 * sysbench stops the clock of the rates and that of `total time` one after the other: 159.89 queries/s where 805 queries
 * in 5.0339 s are 159.92, and 5701 where 21,014 in 3.3363 s are 6299. Half a second at most, and of short runs a quarter.
 */
const CLOCK_SECONDS = 0.5;
const CLOCK_QUARTER = 0.25;
const CLOCK_PART = 0.01;
/** Interval lines leave out the last, part interval, and count a warm-up: their mean is near the rate, no more. */
const INTERVAL_FACTOR = 3;
/** Memory tests are 65% busy; a warm-up counts as execution and not as total time. */
const BUSY_FACTOR = 4;
const MIN_INTERVALS = 1;
/** Values elsewhere in the log that a summary is checked against. */
export interface RelationContext {
  intervals: IntervalMeans;
  hasCheckpoints: boolean;
  /** Threads wait, because a rate was asked for. */
  hasRate: boolean;
  threads: number | null;
  /** Block size of the file test. */
  blockMib: number;
  /** The throughput is in transactions, not in queries. */
  isTpcc: boolean;
}

/** Values that a summary prints twice or that its interval lines repeat. docs/method.md §1.3 */
export function summaryRelations(
  summary: SysbenchSummary,
  { intervals, hasCheckpoints, hasRate, threads, blockMib, isTpcc }: RelationContext,
): MaybeRelation[] {
  const all = toSaid(summary, { isTpcc });
  // After a checkpoint the counts are of the time since then, `total time` and the latencies are of all of the run.
  const { elapsedS: _, ...ofPart } = all;
  const said: Known = hasCheckpoints ? ofPart : all;
  const rate = (count: keyof Known, perS: keyof Known) =>
    rateRelation(said[count], said[perS], said.elapsedS);
  return [
    rate('transactions', 'transactionsPerS'),
    rate('queries', 'queriesPerS'),
    rate('rwRequests', 'rwRequestsPerS'),
    rate('errors', 'errorsPerS'),
    rate('deadlocks', 'errorsPerS'),
    rate('reconnects', 'reconnectsPerS'),
    rate('events', 'eventsPerS'),
    rate('operations', 'operationsPerS'),
    rate('transferredMib', 'mibPerS'),
    sameTime(said),
    fileOperations(said),
    blocks(said.readsPerS, said.readMibPerS, blockMib),
    blocks(said.writesPerS, said.writtenMibPerS, blockMib),
    hasRate ? null : busyTime(said),
    hasRate ? null : busyLatency(said, threads),
    eventsOfThreads(said, threads),
    sum(said),
    equal(said.queries, said.allStatements),
    latencySum(said),
    ...INTERVALS.map(([field, name, of]) => intervalRelation(said[field], intervals.find(name), of)),
  ];
}

/** Rates of the summary and the numbers of interval lines that they are the mean of. */
const INTERVALS = [
  ['queriesPerS', 'qps', 'qps'],
  ['transactionsPerS', 'tps', 'tps'],
  ['eventsPerS', 'eps', 'eps'],
  ['mibPerS', 'mib', 'MiB/sec'],
  ['readMibPerS', 'readMib', 'reads'],
  ['writtenMibPerS', 'writtenMib', 'writes'],
  ['fsyncsPerS', 'fsyncs', 'fsyncs'],
] as const satisfies readonly (readonly [keyof Known, string, string])[];

function rateRelation(...of: [count: Said | undefined, perS: Said | undefined, seconds: Said | undefined]) {
  return relationOf(of, (count, perS, seconds) => ({
    left: count.range,
    right: widen(times(perS.range, clock(seconds.range)), CLOCK_PART),
    words: `${count.name} = ${perS.name} × total time`,
  }));
}

/** Both counts are of the same time, whatever it was. */
function sameTime({ transactions, transactionsPerS, queries, queriesPerS }: Known): MaybeRelation {
  return relationOf(
    [transactions, transactionsPerS, queries, queriesPerS],
    (count, perS, others, othersPerS) => ({
      left: times(others.range, perS.range),
      right: widen(times(count.range, othersPerS.range), CLOCK_PART),
      words: 'queries / queries per sec. = transactions / transactions per sec.',
    }),
  );
}

function clock({ low, high }: Range): Range {
  const slack = Math.min(CLOCK_SECONDS, high * CLOCK_QUARTER);
  return { low: Math.max(0, low - slack), high: high + slack };
}

/** Events of the file test are reads, writes and fsyncs. */
function fileOperations({ readsPerS, writesPerS, fsyncsPerS, events, elapsedS }: Known): MaybeRelation {
  return relationOf(
    [readsPerS, writesPerS, fsyncsPerS, events, elapsedS],
    (...[reads, writes, fsyncs, all, time]) => ({
      left: all.range,
      right: widen(times(plus(reads.range, writes.range, fsyncs.range), clock(time.range)), CLOCK_PART),
      words: 'total number of events = (reads/s + writes/s + fsyncs/s) × total time',
    }),
  );
}

/** Of the file test: operations of one block each. */
function blocks(perS: Said | undefined, mib: Said | undefined, blockMib: number): MaybeRelation {
  return relationOf([perS, mib], (rate, bandwidth) => ({
    left: bandwidth.range,
    right: widen(times(rate.range, exact(blockMib)), CLOCK_PART),
    words: `${bandwidth.name} = ${rate.name} × block size`,
  }));
}

/**
 * The threads were busy for nearly all of the time, unless a rate was asked for: of the tests that print no rate this is
 * the only thing said twice.
 */
function busyTime({ executionS, elapsedS }: Known): MaybeRelation {
  return relationOf([executionS, elapsedS], (execution, elapsed) => ({
    left: clock(elapsed.range),
    right: { low: execution.range.low / BUSY_FACTOR, high: execution.range.high * BUSY_FACTOR },
    isRough: true,
    words: 'total time ≈ execution time of a thread',
  }));
}

/** The same of the average latency, where no sum is printed. */
function busyLatency(
  { latencySumMs, latencyAvgMs, events, transactions, elapsedS }: Known,
  threads: number | null,
): MaybeRelation {
  if (latencySumMs || threads === null) return null;
  return relationOf([latencyAvgMs, events ?? transactions, elapsedS], (average, count, elapsed) => {
    const busy = times(times(average.range, count.range), exact(0.001 / threads));
    return {
      left: clock(elapsed.range),
      right: { low: busy.low / BUSY_FACTOR, high: busy.high * BUSY_FACTOR },
      isRough: true,
      words: `avg × ${count.name} ≈ total time × ${threads} threads`,
    };
  });
}

/** `events (avg/stddev)` is the mean of the threads. */
function eventsOfThreads({ threadEvents, events }: Known, threads: number | null): MaybeRelation {
  if (threads === null) return null;
  return relationOf([threadEvents, events], (ofThread, all) => ({
    left: all.range,
    right: widen(times(ofThread.range, exact(threads)), CLOCK_PART),
    words: `total number of events = events of a thread × ${threads} threads`,
  }));
}

function sum({ readStatements, writeStatements, otherStatements, allStatements }: Known): MaybeRelation {
  const statements = [readStatements, writeStatements, otherStatements, allStatements] as const;
  return relationOf(statements, (reads, writes, others, all) => ({
    left: exact(all.value),
    right: exact(reads.value + writes.value + others.value),
    words: 'total = read + write + other',
  }));
}

function equal(...of: [a: Said | undefined, b: Said | undefined]): MaybeRelation {
  return relationOf(of, (a, b) => ({ left: a.range, right: b.range, words: `${a.name} = ${b.name}` }));
}

function latencySum({ latencySumMs, latencyAvgMs, events }: Known): MaybeRelation {
  return relationOf([latencySumMs, latencyAvgMs, events], (total, average, count) => ({
    left: total.range,
    right: widen(times(average.range, count.range), CLOCK_PART),
    words: 'sum of latencies = avg × total number of events',
  }));
}

function intervalRelation(
  rate: Said | undefined,
  mean: ReturnType<IntervalMeans['find']>,
  name: string,
): MaybeRelation {
  if (!rate || !mean || mean.count < MIN_INTERVALS) return null;
  const value = mean.sum / mean.count;
  const range = { low: value / INTERVAL_FACTOR, high: value * INTERVAL_FACTOR };
  const intervals: Said = {
    name: `mean of ${mean.count} interval lines`,
    value,
    range,
    line: mean.line,
    metrics: [],
  };
  return {
    of: [rate, intervals],
    left: rate.range,
    right: range,
    isRough: true,
    words: `${rate.name} ≈ mean ${name} of the interval lines`,
  };
}

type Field = readonly [name: string, decimals: number, metrics?: readonly MetricId[]];

/** Fields by what the log calls them, with the digits that it prints after the point, and what is measured by them. */
const FIELDS = {
  transactions: ['transactions', 0],
  transactionsPerS: ['transactions per sec.', 2, ['transactions_per_s']],
  queries: ['queries', 0],
  queriesPerS: ['queries per sec.', 2, ['throughput']],
  rwRequests: ['read/write requests', 0],
  rwRequestsPerS: ['read/write requests per sec.', 2, ['rw_requests_per_s']],
  errors: ['ignored errors', 0, ['errors']],
  deadlocks: ['deadlocks', 0, ['errors']],
  errorsPerS: ['errors per sec.', 2],
  reconnects: ['reconnects', 0, ['reconnects']],
  reconnectsPerS: ['reconnects per sec.', 2],
  readStatements: ['read', 0],
  writeStatements: ['write', 0],
  otherStatements: ['other', 0],
  allStatements: ['total', 0],
  elapsedS: ['total time', 4, ['elapsed', 'throughput']],
  events: ['total number of events', 0, ['throughput']],
  eventsPerS: ['events per sec.', 2, ['throughput']],
  operations: ['total operations', 0],
  operationsPerS: ['operations per sec.', 2, ['throughput']],
  transferredMib: ['MiB transferred', 2],
  mibPerS: ['MiB/sec', 2, ['bandwidth']],
  readsPerS: ['reads/s', 2, ['throughput']],
  writesPerS: ['writes/s', 2, ['throughput']],
  fsyncsPerS: ['fsyncs/s', 2, ['throughput']],
  readMibPerS: ['read MiB/s', 2, ['read_bandwidth']],
  writtenMibPerS: ['written MiB/s', 2, ['write_bandwidth']],
  latencyMinMs: ['min', 2, ['latency_min']],
  latencyAvgMs: ['avg', 2, ['latency_avg', 'throughput']],
  latencyMaxMs: ['max', 2, ['latency_max']],
  threadEvents: ['events of a thread', 4],
  executionS: ['execution time of a thread', 4],
  latencySumMs: ['sum', 2],
} as const satisfies Partial<Record<SummaryField, Field>>;

/** The numbers of a summary that are there. */
type Known = { [F in keyof typeof FIELDS]?: Said };

/** What TPC-C measures by the two rates of a summary. */
const TPCC_METRICS: Partial<Record<SummaryField, readonly MetricId[]>> = {
  transactionsPerS: ['throughput', 'transactions_per_s'],
  queriesPerS: ['query_rate'],
};

/** A summary as numbers with the possible meanings of each. */
function toSaid(summary: SysbenchSummary, { isTpcc = false } = {}): Known {
  return Object.fromEntries(
    Object.entries<Field>(FIELDS).flatMap(([id, [name, decimals, metrics]]) => {
      const located: NumberAt | undefined = summary[id as keyof typeof FIELDS];
      if (!located) return [];
      const { value, line } = located;
      const measured = (isTpcc && TPCC_METRICS[id as SummaryField]) || metrics;
      return [[id, saidAt(line, [name, value, decimals], measured)]];
    }),
  );
}
