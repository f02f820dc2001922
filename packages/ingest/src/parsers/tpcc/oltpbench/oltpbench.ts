import { productOfWord } from '../../../identity/names/products';
import { containsAny } from '../../../text/contains-any';
import { numberAt, toNumber } from '../../number-line';
import { type LogParser, scoreOf } from '../../parser';
import { type Spot, textLines } from '../../text-lines';
import { ALL_TEST, NEW_ORDER_TEST } from '../about';
import { MAX_FACTS, RunList, type TpccRun, transactionOf } from '../tpcc-log';

/** What log4j writes before a message: `14:50:59,982 (DBWorkload.java:818) INFO  - `. */
const LOGGED = /\(([A-Z]\w{2,40})\.java:\d{1,6}\) [A-Z]{4,5} +- /;
/** The same of BenchBase: `[INFO ] 2024-11-21 19:10:23,043 [main]  com.oltpbenchmark.DBWorkload runWorkload - `. */
const LOGGED_BY_BENCHBASE =
  /^\[[A-Z]{4,5} ?\] \d{4}-\d\d-\d\d [\d:,.]{8,16} \[[^\]]{1,60}\] +com\.oltpbenchmark\./m;
/** Colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const ANSI = /\u001b\[[0-9;]{0,12}m/g;

/**
 * `Rate limited reqs/s: Results(nanoSeconds=60000271882, measuredRequests=7985) = 133.0827302866854 requests/sec`; in
 * BenchBase also `Results(state=EXIT, ...` and ` (throughput), 52.2 requests/sec (goodput)`.
 * Source: DBWorkload.java and Results.java of github.com/oltpbenchmark/oltpbench, github.com/yugabyte/tpcc and
 * github.com/cmu-db/benchbase.
 */
const RESULTS =
  /Rate limited reqs\/s: Results\((?:state=([A-Z_]{1,20}), )?nanoSeconds=(\d+), measuredRequests=(\d+)\) = (\d+(?:\.\d+)?(?:E\d{1,3})?) requests\/sec(?: \(throughput\), (\d+(?:\.\d+)?(?:E\d{1,3})?) requests\/sec \(goodput\))?/;
const RESULTS_WORDS = 'Rate limited reqs/s: Results(';
/** State of a run that ended by itself. */
const GOOD_STATE = 'EXIT';
/** `Num New Order transactions : 186826, time seconds: 1800` of the fork of Yugabyte. */
const NEW_ORDERS = /Num New Order transactions : (\d+), time seconds: (\d+)$/;
const TPMC = /TPM-C: (\d+(?:\.\d+)?)$/;
const EFFICIENCY = /Efficiency : (\d+(?:\.\d+)?)%?$/;
/** Below a row of equal signs, without anything before it. */
const SETTING = /^(Benchmark|Type|Isolation|Scale Factor): +(\S.{0,200})$/;
const TERMINALS = /Creating (\d{1,7}) (?:new )?virtual terminals/;
/** `PHASE START :: [Workload=TPCC] [Serial=false] [Time=60] [Rate=10000] ...` */
const PHASE = /PHASE START :: .{0,200}\[Rate=(\d{1,12}|unlimited|disabled)\]/;
/** `Output Raw data into file: tpcc_2024-11-21_19-10-23.raw.csv`: files are named after the benchmark. */
const OUTPUT_OF_TPCC = /Output .{1,40} into file: (?:.{0,200}\/)?tpcc_/;

/**
 * Histograms below the result: `Aborted Transactions:`, then `com.oltpbenchmark.benchmarks.tpcc.procedures.NewOrder/01  [  14] ***`
 * or `<EMPTY>`. Source: `writeHistograms` of DBWorkload.java.
 */
const OUTCOME =
  /^(Completed|Aborted|Rejected|Unexpected|Unknown Status)\b(?: Transactions| SQL Errors| Errors)(?: \([\w ]{1,40}\))?:$/;
const OUTCOME_ROW = /^[\w.$]{1,200}\/\d{1,3} +\[ *(\d{1,15})\](?: |$)/;
const OUTCOMES = {
  Completed: 'committed',
  Aborted: 'failed',
  Unexpected: 'failed',
  Rejected: 'retries',
} as const;

/** A line as it was before a terminal got it. */
function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replace(ANSI, '') : text;
}

/** The console of OLTPBench, of Yugabyte's tpccbenchmark and of BenchBase, as log4j writes it. */
export const oltpbench: LogParser = {
  kind: 'oltpbench-console',
  about:
    'console of OLTPBench or BenchBase: `(DBWorkload.java:818) INFO  - Rate limited reqs/s: Results(nanoSeconds=...`',
  /** A script may write the log of the server into the same file, and first: the results say more than it. */
  score({ head, bytes, name }) {
    const isLogged = containsAny(head, LITERALS) && (LOGGED.test(head) || LOGGED_BY_BENCHBASE.test(head));
    if (bytes.includes(RESULTS_WORDS) && (isLogged || WORKLOAD.some((word) => bytes.includes(word))))
      return 1;
    return scoreOf(isLogged, /oltpbench|tpcc/i.test(name));
  },
  valueLines: [NEW_ORDERS, TPMC, EFFICIENCY],
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /**
   * Reads the console of OLTPBench, of Yugabyte's fork of it and of BenchBase, which it became: runs in the order of the
   * file, of TPC-C only. Settings and results are facts, with one group for the results of each run.
   */
  open(reporter, details) {
    const runs = new RunList(reporter, { tool: 'OLTPBench', missing: MISSING });
    /** Set by the settings above, for all runs below them. */
    let isTpcc = false;
    /** True when an output file of the current run is named after it. */
    let isOutputOfTpcc = false;
    /** Another benchmark of the tool, whose runs are no TPC-C. */
    let other: string | null = null;
    let results = 0;

    const close = (missing = MISSING) => {
      const run = runs.current;
      const isOwn = isTpcc || isOutputOfTpcc || run?.tpmC;
      isOutputOfTpcc = false;
      const hasRate = run?.transactions.some(({ test, ratePerS }) => test === ALL_TEST && ratePerS);
      const orders = run?.transactions.find(({ test }) => test === NEW_ORDER_TEST)?.count;
      const lost = run?.tpmC && !hasRate ? MISSING : orders && !run?.tpmC ? 'no line `TPM-C:`' : null;
      if (lost !== null) reporter.report('ROWS_LOST', lost, { line: runs.line || null });
      if (isOwn || !run) runs.close(missing);
      else {
        runs.current = null;
        reporter.report('METRIC_MISSING', UNNAMED, { line: runs.line || null });
      }
    };

    /** Text after a result belongs to the next run. */
    const begin = (): TpccRun => {
      if (runs.current?.isComplete) close();
      return runs.open();
    };

    const fact = (name: string, value: string | undefined, unit: string | null = null) => {
      if (value !== undefined)
        details?.facts.update({ group: `run ${results}`, name, value, unit, line: runs.line });
    };

    const readResults = (text: string, { line, bytes }: Spot) => {
      const [found, state, nanoseconds, requests, rate, goodput] = RESULTS.exec(text) ?? [];
      if (found === undefined) {
        reporter.unreadable(line, bytes);
        return;
      }
      results += 1;
      fact('nanoSeconds', nanoseconds, 'ns');
      fact('measuredRequests', requests);
      fact('requests/sec', rate, 'requests/s');
      fact('goodput', goodput, 'requests/s');
      fact('state', state);
      if (other !== null) return;
      const run = begin();
      runs.rows += 1;
      const all = transactionOf(run, ALL_TEST);
      run.elapsedS = numberAt(nanoseconds, line, -9);
      all.count = numberAt(requests, line);
      all.ratePerS = numberAt(rate, line);
      run.isComplete = state === undefined || state === GOOD_STATE;
      if (!run.isComplete) close(`\`Results(state=${state}\``);
    };

    /** What the fork prints below it. */
    const readRate = (text: string, line: number): boolean => {
      const [orders, count, seconds] = NEW_ORDERS.exec(text) ?? [];
      const tpmC = TPMC.exec(text)?.[1];
      const efficiency = EFFICIENCY.exec(text)?.[1];
      if (orders === undefined && tpmC === undefined && efficiency === undefined) return false;
      fact('New Order transactions', count);
      fact('time seconds', seconds, 's');
      fact('TPM-C', tpmC, 'tpmC');
      fact('Efficiency', efficiency, '%');
      if (other !== null) return true;
      const run = runs.open();
      if (orders !== undefined) transactionOf(run, NEW_ORDER_TEST).count = numberAt(count, line);
      if (tpmC !== undefined) {
        run.tpmC = numberAt(tpmC, line);
        run.isComplete = true;
      }
      if (efficiency !== undefined) run.efficiency = numberAt(efficiency, line);
      return true;
    };

    /** What the rows below a heading count; `other` for those that nothing says of. */
    let outcome: 'committed' | 'failed' | 'retries' | 'other' | null = null;
    const readOutcome = (text: string, line: number): boolean => {
      const [, heading] = OUTCOME.exec(text) ?? [];
      const count = OUTCOME_ROW.exec(text)?.[1];
      const run = runs.current;
      if (heading !== undefined)
        outcome = heading in OUTCOMES ? OUTCOMES[heading as keyof typeof OUTCOMES] : 'other';
      else if (outcome === null || (count === undefined && text !== '<EMPTY>')) {
        if (text !== '') outcome = null;
        return false;
      }
      if (!run?.isComplete || outcome === null || outcome === 'other' || heading !== undefined) return true;
      const all = transactionOf(run, ALL_TEST);
      all[outcome] = { value: (all[outcome]?.value ?? 0) + Number(count ?? 0), line };
      return true;
    };

    /** `TPCC {com.oltpbenchmark.benchmarks.tpcc.TPCCBenchmark}` */
    const readBenchmark = (value: string, line: number) => {
      if (runs.current) close();
      isTpcc = /^TPCC\b/i.test(value);
      other = isTpcc ? null : value;
      if (isTpcc) runs.open();
      else {
        const message = `${value}: of the benchmarks of OLTPBench only TPC-C is read from its console`;
        reporter.report('METRIC_MISSING', message, { line });
      }
    };

    const readOption = (name: string, value: string) => {
      const run = begin();
      const count = toNumber(value);
      if (name === 'Type') run.product = productOfWord(value);
      else if (name === 'Isolation') run.options = [value.replace(/^TRANSACTION_/, '').toLowerCase()];
      else if (name === 'Scale Factor' && count !== null) run.warehouses = count;
    };

    const readSetting = (text: string, line: number) => {
      const [, name, value = ''] = SETTING.exec(text) ?? [];
      const terminals = TERMINALS.exec(text)?.[1];
      const rate = PHASE.exec(text)?.[1];
      if (name !== undefined) details?.facts.update({ group: 'settings', name, value, line });
      if (name === 'Benchmark') readBenchmark(value, line);
      if (other !== null) return;
      if (name !== undefined) readOption(name, value);
      else if (OUTPUT_OF_TPCC.test(text)) isOutputOfTpcc = runs.current !== null;
      else if (terminals !== undefined) begin().clients = Number(terminals);
      else if (rate !== undefined) begin().targetPerS ??= numberAt(rate, line);
    };

    return {
      line: textLines(MAX_LINE_BYTES, (printed, at) => {
        runs.line = at.line;
        const text = withoutColours(printed).trimEnd();
        if (text.includes(' com.oltpbenchmark.') && LOGGED_BY_BENCHBASE.test(text)) {
          runs.tool = 'BenchBase';
          if (runs.current) runs.current.tool = runs.tool;
        }
        if (text.includes(RESULTS_WORDS)) readResults(text, at);
        else if (!readOutcome(text, at.line) && !readRate(text, at.line)) readSetting(text, at.line);
      }),
      end: () => {
        close();
        return runs.toLog();
      },
    };
  },
};

const LITERALS = ['DBWorkload.java:', 'ThreadBench.java:', ' com.oltpbenchmark.'];
const WORKLOAD = ['(DBWorkload.java:', ' com.oltpbenchmark.DBWorkload '];

const MAX_LINE_BYTES = 2048;
const MISSING = 'no line `Rate limited reqs/s: Results(...)`';
const UNNAMED =
  'which benchmark ran is not said: expected `Benchmark: TPCC {...}` above, or `TPM-C:` or an output file `tpcc_...` below';
