import { type MaybeRelation, reportDisagreements, type Said } from '../../checks/disagreements';
import { exact, printed, times, widen } from '../../checks/ranges';
import type { FileReporter } from '../../files/reporter';
import type { MetricId } from '../../model/metric';
import type { NumberAt } from '../number-line';
import type { ParsedLog } from '../parser';
import { BoundedList } from '../text-lines';
import { NEW_ORDER_TEST } from './about';

/** What a run says of one type of transaction; null for what its tool does not print. */
export interface TpccTransaction {
  /** Name of the test: `new-order`, `all`, `q12`. */
  test: string;
  /** Transactions that were done. tpcc-mysql prints those in time and those that were late instead. */
  count: NumberAt | null;
  inTime: NumberAt | null;
  late: NumberAt | null;
  /** Those that committed, of tools whose `count` has others too. */
  committed?: NumberAt;
  /** Transactions per minute. */
  rate: NumberAt | null;
  /** Seconds that the rate per minute is of, where they are the type's own. */
  takesS: NumberAt | null;
  /** Transactions per second, of tools that print no rate per minute. */
  ratePerS: NumberAt | null;
  failed: NumberAt | null;
  retries: NumberAt | null;
  /** In seconds, by metric. */
  latencies: Map<MetricId, NumberAt>;
  /** Sum of the latencies, in seconds. */
  latencySumS: NumberAt | null;
}

/** One execution of a client. */
export interface TpccRun {
  /** `tpcc-mysql`, `go-tpc`, ... */
  tool: string;
  /** Product under test, if the log names it. */
  product: string | null;
  /** Masked command line. */
  command: string | null;
  warehouses: number | null;
  /** Connections, threads or terminals. */
  clients: number | null;
  /** What else must be equal for a fair comparison: options of the client. */
  options: string[];
  tpmC: NumberAt | null;
  /** Percent of the 12.86 tpmC that think times allow a warehouse. */
  efficiency: NumberAt | null;
  /** Transactions per second that were asked for; null without a limit. */
  targetPerS: NumberAt | null;
  elapsedS: NumberAt | null;
  transactions: TpccTransaction[];
  /** True when the tool printed its summary. */
  isComplete: boolean;
  firstLine: number;
}

/** The runs of one file. */
export interface TpccLog extends ParsedLog {
  type: 'tpcc';
  runs: TpccRun[];
  /** Rows of results, of progress and summary; of tools that print rows of one form for both. */
  rows: number;
}

/** A run of which nothing is known yet. */
export function newRun(tool: string, firstLine: number): TpccRun {
  return {
    tool,
    product: null,
    command: null,
    warehouses: null,
    clients: null,
    options: [],
    tpmC: null,
    efficiency: null,
    targetPerS: null,
    elapsedS: null,
    transactions: [],
    isComplete: false,
    firstLine,
  };
}

/** The transaction of a test, added to the run where it has none. */
export function transactionOf(run: TpccRun, test: string): TpccTransaction {
  const known = run.transactions.find((each) => each.test === test);
  if (known) return known;
  const transaction: TpccTransaction = {
    test,
    count: null,
    inTime: null,
    late: null,
    rate: null,
    takesS: null,
    ratePerS: null,
    failed: null,
    retries: null,
    latencies: new Map(),
    latencySumS: null,
  };
  run.transactions.push(transaction);
  return transaction;
}

/** Completed transactions; null where the log has no count. */
export function doneOf({ count, inTime, late }: TpccTransaction): number | null {
  if (count) return count.value;
  return inTime && late ? inTime.value + late.value : null;
}

/** No run prints more. */
export const MAX_FACTS = 2000;

/** The runs of one file, each checked and reported when it is over. */
export class RunList {
  /** Client that the next runs are of. */
  tool: string;
  current: TpccRun | null = null;
  /** The last line that was read. */
  line = 0;
  rows = 0;
  readonly #reporter: FileReporter;
  readonly #missing: string;
  readonly #runs: BoundedList<TpccRun>;

  /** @param missing what a whole run has, for one that is not complete */
  constructor(reporter: FileReporter, { tool, missing }: { tool: string; missing: string }) {
    this.tool = tool;
    this.#reporter = reporter;
    this.#missing = missing;
    this.#runs = new BoundedList(reporter, 'runs');
  }

  open(): TpccRun {
    this.current ??= newRun(this.tool, this.line);
    return this.current;
  }

  close(missing = this.#missing): void {
    const run = this.current;
    this.current = null;
    if (!run) return;
    if (!run.isComplete) {
      const message = `${missing}: ${run.tool} was stopped, or the file was cut; no throughput`;
      this.#reporter.report('TRUNCATED_LOG', message, { line: this.line || null });
    }
    reportDisagreements(runRelations(run), this.#reporter);
    reportFailed(run, this.#reporter);
    this.#runs.add(run, this.line);
  }

  /** Text after a result belongs to the next run. */
  closeComplete(): void {
    if (this.current?.isComplete) this.close();
  }

  toLog(): TpccLog {
    this.close();
    return { type: 'tpcc', runs: this.#runs.items, rows: this.rows };
  }
}

function reportFailed({ transactions }: TpccRun, reporter: FileReporter): void {
  for (const transaction of transactions) {
    const { failed, test } = transaction;
    if (!failed || failed.value === 0) continue;
    const message = `${test}: ${failed.value} failed, ${doneOf(transaction) ?? 'unknown how many'} were done`;
    reporter.report('tpcc:FAILED_TRANSACTIONS', message, { line: failed.line });
  }
}

/** Times are rounded to seconds or tenths of one, and the clock of a type starts with its first transaction. */
const PART = 0.02;
const ROUNDING = 1;
/** Digits that rates and times are printed with, or more. */
const RATE_DECIMALS = 1;
/** Go prints averages as whole milliseconds, the rest cut off. */
const CUT_MS = 0.001;

/**
 * What a run says twice, of each type: transactions × 60 = rate per minute × seconds, and sum = average × transactions.
 * Sources: main.c of tpcc-mysql, tpcc/workload.go of go-tpc, util/results.py of py-tpcc.
 */
function runRelations(run: TpccRun): MaybeRelation[] {
  const own = run.transactions.find(({ test }) => test === NEW_ORDER_TEST);
  const say = sayOnce();
  return [
    own ? newOrderRate(run, own, say) : null,
    own ? equalRates(run, own, say) : null,
    ...run.transactions.flatMap((transaction) => [
      average(transaction, say),
      rateByTime(transaction, say),
      rateBySecond(run, transaction, say),
    ]),
  ];
}

type Say = (name: string, number: NumberAt, metrics: readonly MetricId[]) => Said;

/** A number that one relation confirms is not doubtful in another, so that it must be the same object in both. */
function sayOnce(): Say {
  const known = new Map<NumberAt, Said>();
  return (name, number, metrics) => {
    const { value, line } = number;
    const said = known.get(number) ?? { name, value, line, metrics, range: exact(value) };
    known.set(number, said);
    return said;
  };
}

function newOrderRate({ tpmC, elapsedS }: TpccRun, own: TpccTransaction, say: Say): MaybeRelation {
  const counts = countsOf(own, say);
  if (!tpmC || !elapsedS || counts.length === 0) return null;
  const seconds = say('seconds', elapsedS, ['elapsed', 'throughput']);
  const done = counts.reduce((sum, { value }) => sum + value, 0);
  const perMinute = { low: tpmC.value - ROUNDING, high: tpmC.value + ROUNDING };
  return {
    of: [say('tpmC', tpmC, ['throughput']), ...counts, seconds],
    left: exact(done * 60),
    right: widen(times(perMinute, seconds.range), PART),
    words: 'new orders × 60 = tpmC × seconds',
  };
}

/** tpmC and the rate of the row of new orders. */
function equalRates({ tpmC }: TpccRun, { rate, count, latencies }: TpccTransaction, say: Say): MaybeRelation {
  if (!tpmC || !rate) return null;
  // A row with another rate is one of the progress: the last one was lost.
  const ofRow: MetricId[] = [...latencies].filter(([, { line }]) => line === rate.line).map(([id]) => id);
  const metrics: MetricId[] = [
    'throughput',
    ...ofRow,
    ...(count?.line === rate.line ? (['transactions'] as const) : []),
  ];
  return {
    of: [say('tpmC', tpmC, ['throughput']), say('TPM of new orders', rate, metrics)],
    left: exact(tpmC.value),
    right: { low: rate.value - ROUNDING, high: rate.value + ROUNDING },
    words: 'tpmC = TPM of new orders',
  };
}

/** A release of go-tpc prints averages and percentiles of seconds as milliseconds: 0.3 for 226. */
function average({ count, latencySumS, latencies }: TpccTransaction, say: Say): MaybeRelation {
  const mean = latencies.get('latency_avg');
  if (!count || !latencySumS || !mean) return null;
  // Percentiles are in the same row and are computed from the same numbers.
  const metrics: MetricId[] = [...latencies].filter(([, { line }]) => line === mean.line).map(([id]) => id);
  const range = { low: Math.max(0, mean.value - CUT_MS), high: mean.value + CUT_MS };
  return {
    of: [say('average', mean, metrics), say('count', count, ['transactions']), say('sum', latencySumS, [])],
    left: exact(latencySumS.value),
    right: widen(times(range, exact(count.value)), PART),
    words: 'sum of the latencies = average × count',
  };
}

/** Of tools that print the time that a type took, and both with one digit after the point. */
function rateByTime({ count, rate, takesS }: TpccTransaction, say: Say): MaybeRelation {
  if (!count || !rate || !takesS) return null;
  const perMinute = printed(rate.value, RATE_DECIMALS);
  return {
    of: [say('TPM', rate, ['throughput']), say('count', count, ['transactions']), say('Takes', takesS, [])],
    left: exact(count.value * 60),
    right: widen(times(perMinute, printed(takesS.value, RATE_DECIMALS)), PART),
    words: 'count × 60 = TPM × Takes',
  };
}

/** Of tools that print transactions per second and the time of the run. */
function rateBySecond({ elapsedS }: TpccRun, { count, ratePerS }: TpccTransaction, say: Say): MaybeRelation {
  if (!elapsedS || !count || !ratePerS) return null;
  return {
    of: [
      say('transactions/s', ratePerS, ['transactions_per_s', 'throughput']),
      say('transactions', count, ['transactions']),
      say('seconds', elapsedS, ['elapsed', 'throughput']),
    ],
    left: exact(count.value),
    right: widen(times(printed(ratePerS.value, RATE_DECIMALS), exact(elapsedS.value)), PART),
    words: 'transactions = transactions/s × seconds',
  };
}

function countsOf({ count, inTime, late }: TpccTransaction, say: Say): Said[] {
  if (count) return [say('new orders', count, ['transactions'])];
  if (!inTime || !late) return [];
  return [
    say('new orders in time', inTime, ['transactions']),
    say('late new orders', late, ['late_transactions', 'transactions']),
  ];
}
