import type { FileReporter } from '../../../files/reporter';
import { productOfWord } from '../../../layout/products';
import type { NumberAt } from '../../number-line';
import type { ParseSession } from '../../parser';
import { toNumber } from '../../ycsb/numbers';
import { ALL_TEST, NEW_ORDER_TEST } from '../about';
import { RunList } from '../run-list';
import { newRun, type TpccLog, type TpccRun, transactionOf } from '../tpcc-log';
import {
  EFFICIENCY,
  GOOD_STATE,
  LOGGED_BY_BENCHBASE,
  NEW_ORDERS,
  OUTPUT_OF_TPCC,
  PHASE,
  RESULTS,
  RESULTS_WORDS,
  SETTING,
  TERMINALS,
  TPMC,
  withoutColours,
} from './lines';

const MAX_LINE_BYTES = 2048;
const MISSING = 'no line `Rate limited reqs/s: Results(...)`';

const UNNAMED =
  'which benchmark ran is not said: expected `Benchmark: TPCC {...}` above, or `TPM-C:` or an output file `tpcc_...` below';

/**
 * Reads the console of OLTPBench, of Yugabyte's fork of it and of BenchBase, which it became: runs in the order of the
 * file, of TPC-C only.
 */
export class OltpbenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #runs: RunList;
  #current: TpccRun | null = null;
  #tool = 'OLTPBench';
  /** Set by the settings above, for all runs below them. */
  #isTpcc = false;
  /** True when an output file of the current run is named after it. */
  #isOutputOfTpcc = false;
  /** Another benchmark of the tool, whose runs are no TPC-C. */
  #other: string | null = null;
  #rows = 0;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
    this.#runs = new RunList(reporter);
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#line = lineNumber;
    if (start === end) return;
    const raw = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const text = withoutColours(raw).trimEnd();
    if (text.includes(' com.oltpbenchmark.') && LOGGED_BY_BENCHBASE.test(text)) this.#rename('BenchBase');
    if (text.includes(RESULTS_WORDS)) this.#results(text, lineNumber, bytes.subarray(start, end));
    else if (!this.#rate(text, lineNumber)) this.#setting(text, lineNumber);
  }

  #results(text: string, line: number, bytes: Buffer): void {
    const [found, state = GOOD_STATE, nanoseconds = '', requests, rate = ''] = RESULTS.exec(text) ?? [];
    if (found === undefined) {
      this.#reporter.unreadable(line, bytes);
      return;
    }
    if (this.#other !== null) return;
    if (this.#current?.isComplete) this.#close();
    this.#rows += 1;
    const run = this.#open(line);
    const all = transactionOf(run, ALL_TEST);
    run.elapsedS = toAt(toNumber(nanoseconds, -9), line);
    all.count = { value: Number(requests), line };
    all.ratePerS = toAt(toNumber(rate), line);
    run.isComplete = state === GOOD_STATE;
    if (!run.isComplete) this.#close(`\`Results(state=${state}\``);
  }

  /** What the fork prints below it. */
  #rate(text: string, line: number): boolean {
    const [orders, count] = NEW_ORDERS.exec(text) ?? [];
    const tpmC = TPMC.exec(text)?.[1];
    const efficiency = EFFICIENCY.exec(text)?.[1];
    if (orders === undefined && tpmC === undefined && efficiency === undefined) return false;
    if (this.#other !== null) return true;
    const run = this.#open(line);
    if (orders !== undefined) transactionOf(run, NEW_ORDER_TEST).count = { value: Number(count), line };
    if (tpmC !== undefined) {
      run.tpmC = { value: Number(tpmC), line };
      run.isComplete = true;
    }
    if (efficiency !== undefined) run.efficiency = { value: Number(efficiency), line };
    return true;
  }

  #setting(text: string, line: number): void {
    const [, name, value = ''] = SETTING.exec(text) ?? [];
    const terminals = TERMINALS.exec(text)?.[1];
    const rate = PHASE.exec(text)?.[1];
    if (name === 'Benchmark') this.#benchmark(value, line);
    if (this.#other !== null) return;
    if (name !== undefined) this.#option(name, value, line);
    else if (OUTPUT_OF_TPCC.test(text)) this.#isOutputOfTpcc = this.#current !== null;
    else if (terminals !== undefined) this.#begin(line).clients = Number(terminals);
    else if (rate !== undefined) this.#begin(line).targetPerS ??= toAt(toNumber(rate), line);
  }

  /** `TPCC {com.oltpbenchmark.benchmarks.tpcc.TPCCBenchmark}` */
  #benchmark(value: string, line: number): void {
    if (this.#current) this.#close();
    this.#isTpcc = /^TPCC\b/i.test(value);
    this.#other = this.#isTpcc ? null : value;
    if (this.#isTpcc) this.#open(line);
    else {
      const message = `${value}: of the benchmarks of OLTPBench only TPC-C is read from its console`;
      this.#reporter.report('METRIC_MISSING', message, { line });
    }
  }

  #option(name: string, value: string, line: number): void {
    const run = this.#begin(line);
    const count = toNumber(value);
    if (name === 'Type') run.product = productOfWord(value);
    else if (name === 'Isolation') run.options = [value.replace(/^TRANSACTION_/, '').toLowerCase()];
    else if (name === 'Scale Factor' && count !== null) run.warehouses = count;
  }

  /** Text after a result belongs to the next run. */
  #begin(line: number): TpccRun {
    if (this.#current?.isComplete) this.#close();
    return this.#open(line);
  }

  #open(line: number): TpccRun {
    this.#current ??= newRun(this.#tool, line);
    return this.#current;
  }

  #rename(tool: string): void {
    this.#tool = tool;
    if (this.#current) this.#current.tool = tool;
  }

  #close(missing = MISSING): void {
    const run = this.#current;
    const isTpcc = this.#isTpcc || this.#isOutputOfTpcc;
    this.#current = null;
    this.#isOutputOfTpcc = false;
    if (!run) return;
    if (isTpcc || run.tpmC) this.#runs.add(run, { missing, line: this.#line });
    else this.#reporter.report('METRIC_MISSING', UNNAMED, { line: this.#line || null });
  }

  end(): TpccLog {
    this.#close();
    return this.#runs.toLog(this.#rows);
  }
}

function toAt(value: number | null, line: number): NumberAt | null {
  return value === null ? null : { value, line };
}
