import type { MaybeRelation, Said } from '../../../checks/disagreements';
import { exact, plus, printed, type Range, times, widen } from '../../../checks/ranges';
import type { MetricId } from '../../../model/metric';
import type { IntervalMeans } from './interval-means';
import type { Located, SummaryField, SysbenchSummary } from './sysbench-log';

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

function rateRelation(
  count: Said | undefined,
  perS: Said | undefined,
  seconds: Said | undefined,
): MaybeRelation {
  if (!count || !perS || !seconds) return null;
  return {
    of: [count, perS, seconds],
    left: count.range,
    right: widen(times(perS.range, clock(seconds.range)), CLOCK_PART),
    words: `${count.name} = ${perS.name} × total time`,
  };
}

/** Both counts are of the same time, whatever it was. */
function sameTime({ transactions, transactionsPerS, queries, queriesPerS }: Known): MaybeRelation {
  if (!transactions || !transactionsPerS || !queries || !queriesPerS) return null;
  return {
    of: [transactions, transactionsPerS, queries, queriesPerS],
    left: times(queries.range, transactionsPerS.range),
    right: widen(times(transactions.range, queriesPerS.range), CLOCK_PART),
    words: 'queries / queries per sec. = transactions / transactions per sec.',
  };
}

function clock({ low, high }: Range): Range {
  const slack = Math.min(CLOCK_SECONDS, high * CLOCK_QUARTER);
  return { low: Math.max(0, low - slack), high: high + slack };
}

/** Events of the file test are reads, writes and fsyncs. */
function fileOperations({ readsPerS, writesPerS, fsyncsPerS, events, elapsedS }: Known): MaybeRelation {
  if (!readsPerS || !writesPerS || !fsyncsPerS || !events || !elapsedS) return null;
  const all = plus(readsPerS.range, writesPerS.range, fsyncsPerS.range);
  return {
    of: [readsPerS, writesPerS, fsyncsPerS, events, elapsedS],
    left: events.range,
    right: widen(times(all, clock(elapsedS.range)), CLOCK_PART),
    words: 'total number of events = (reads/s + writes/s + fsyncs/s) × total time',
  };
}

/** Of the file test: operations of one block each. */
function blocks(perS: Said | undefined, mib: Said | undefined, blockMib: number): MaybeRelation {
  if (!perS || !mib) return null;
  return {
    of: [perS, mib],
    left: mib.range,
    right: widen(times(perS.range, exact(blockMib)), CLOCK_PART),
    words: `${mib.name} = ${perS.name} × block size`,
  };
}

/**
 * The threads were busy for nearly all of the time, unless a rate was asked for: of the tests that print no rate this is
 * the only thing said twice.
 */
function busyTime({ executionS, elapsedS }: Known): MaybeRelation {
  if (!executionS || !elapsedS) return null;
  return {
    of: [executionS, elapsedS],
    left: clock(elapsedS.range),
    right: { low: executionS.range.low / BUSY_FACTOR, high: executionS.range.high * BUSY_FACTOR },
    isRough: true,
    words: 'total time ≈ execution time of a thread',
  };
}

/** The same of the average latency, where no sum is printed. */
function busyLatency(
  { latencySumMs, latencyAvgMs, events, transactions, elapsedS }: Known,
  threads: number | null,
): MaybeRelation {
  const count = events ?? transactions;
  if (latencySumMs || !latencyAvgMs || !count || !elapsedS || threads === null) return null;
  const busy = times(times(latencyAvgMs.range, count.range), exact(0.001 / threads));
  return {
    of: [latencyAvgMs, count, elapsedS],
    left: clock(elapsedS.range),
    right: { low: busy.low / BUSY_FACTOR, high: busy.high * BUSY_FACTOR },
    isRough: true,
    words: `avg × ${count.name} ≈ total time × ${threads} threads`,
  };
}

/** `events (avg/stddev)` is the mean of the threads. */
function eventsOfThreads({ threadEvents, events }: Known, threads: number | null): MaybeRelation {
  if (!threadEvents || !events || threads === null) return null;
  return {
    of: [threadEvents, events],
    left: events.range,
    right: widen(times(threadEvents.range, exact(threads)), CLOCK_PART),
    words: `total number of events = events of a thread × ${threads} threads`,
  };
}

function sum({ readStatements, writeStatements, otherStatements, allStatements }: Known): MaybeRelation {
  if (!readStatements || !writeStatements || !otherStatements || !allStatements) return null;
  return {
    of: [readStatements, writeStatements, otherStatements, allStatements],
    left: exact(allStatements.value),
    right: exact(readStatements.value + writeStatements.value + otherStatements.value),
    words: 'total = read + write + other',
  };
}

function equal(a: Said | undefined, b: Said | undefined): MaybeRelation {
  if (!a || !b) return null;
  return { of: [a, b], left: a.range, right: b.range, words: `${a.name} = ${b.name}` };
}

function latencySum({ latencySumMs, latencyAvgMs, events }: Known): MaybeRelation {
  if (!latencySumMs || !latencyAvgMs || !events) return null;
  return {
    of: [latencySumMs, latencyAvgMs, events],
    left: latencySumMs.range,
    right: widen(times(latencyAvgMs.range, events.range), CLOCK_PART),
    words: 'sum of latencies = avg × total number of events',
  };
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

interface Field {
  name: string;
  decimals: number;
  metrics: readonly MetricId[];
}

/** Fields by what the log calls them, with the digits that it prints after the point. */
const FIELDS = {
  transactions: { name: 'transactions', decimals: 0, metrics: [] },
  transactionsPerS: { name: 'transactions per sec.', decimals: 2, metrics: ['transactions_per_s'] },
  queries: { name: 'queries', decimals: 0, metrics: [] },
  queriesPerS: { name: 'queries per sec.', decimals: 2, metrics: ['throughput'] },
  rwRequests: { name: 'read/write requests', decimals: 0, metrics: [] },
  rwRequestsPerS: { name: 'read/write requests per sec.', decimals: 2, metrics: ['rw_requests_per_s'] },
  errors: { name: 'ignored errors', decimals: 0, metrics: ['errors'] },
  deadlocks: { name: 'deadlocks', decimals: 0, metrics: ['errors'] },
  errorsPerS: { name: 'errors per sec.', decimals: 2, metrics: [] },
  reconnects: { name: 'reconnects', decimals: 0, metrics: ['reconnects'] },
  reconnectsPerS: { name: 'reconnects per sec.', decimals: 2, metrics: [] },
  readStatements: { name: 'read', decimals: 0, metrics: [] },
  writeStatements: { name: 'write', decimals: 0, metrics: [] },
  otherStatements: { name: 'other', decimals: 0, metrics: [] },
  allStatements: { name: 'total', decimals: 0, metrics: [] },
  elapsedS: { name: 'total time', decimals: 4, metrics: ['elapsed', 'throughput'] },
  events: { name: 'total number of events', decimals: 0, metrics: ['throughput'] },
  eventsPerS: { name: 'events per sec.', decimals: 2, metrics: ['throughput'] },
  operations: { name: 'total operations', decimals: 0, metrics: [] },
  operationsPerS: { name: 'operations per sec.', decimals: 2, metrics: ['throughput'] },
  transferredMib: { name: 'MiB transferred', decimals: 2, metrics: [] },
  mibPerS: { name: 'MiB/sec', decimals: 2, metrics: ['bandwidth'] },
  readsPerS: { name: 'reads/s', decimals: 2, metrics: ['throughput'] },
  writesPerS: { name: 'writes/s', decimals: 2, metrics: ['throughput'] },
  fsyncsPerS: { name: 'fsyncs/s', decimals: 2, metrics: ['throughput'] },
  readMibPerS: { name: 'read MiB/s', decimals: 2, metrics: ['read_bandwidth'] },
  writtenMibPerS: { name: 'written MiB/s', decimals: 2, metrics: ['write_bandwidth'] },
  latencyMinMs: { name: 'min', decimals: 2, metrics: ['latency_min'] },
  latencyAvgMs: { name: 'avg', decimals: 2, metrics: ['latency_avg', 'throughput'] },
  latencyMaxMs: { name: 'max', decimals: 2, metrics: ['latency_max'] },
  threadEvents: { name: 'events of a thread', decimals: 4, metrics: [] },
  executionS: { name: 'execution time of a thread', decimals: 4, metrics: [] },
  latencySumMs: { name: 'sum', decimals: 2, metrics: [] },
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
    Object.entries(FIELDS).flatMap(([id, { name, decimals, metrics }]) => {
      const located: Located | undefined = summary[id as keyof typeof FIELDS];
      if (!located) return [];
      const { value, line } = located;
      const measured = (isTpcc && TPCC_METRICS[id as SummaryField]) || metrics;
      return [[id, { name, value, line, metrics: measured, range: printed(value, decimals) } satisfies Said]];
    }),
  );
}
