import type { MetricId } from '../../model/metric';
import type { NumberAt } from '../number-line';
import type { ParsedLog } from '../parser';

/** What a run says of one type of transaction; null for what its tool does not print. */
export interface TpccTransaction {
  /** Name of the test: `new-order`, `all`, `q12`. */
  test: string;
  /** Transactions that were done. tpcc-mysql prints those in time and those that were late instead. */
  count: NumberAt | null;
  inTime: NumberAt | null;
  late: NumberAt | null;
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
