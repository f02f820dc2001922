import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { ClientNumbers } from './client-numbers';
import { LatencyHistogram } from './latency-histogram';
import { RowScanner } from './row-scanner';
import { newSecondTotals } from './second-totals';
import type { TransactionLog } from './transaction-log';

/**
 * The log of single transactions (-l), one file a thread: `pgbench_log.<pid>`, `pgbench_log.<pid>.1`, ... Format:
 * "Per-Transaction Logging" of https://www.postgresql.org/docs/current/pgbench.html. --sampling-rate leaves rows out, so
 * rows are never counted as transactions.
 */
export const transactions: LogParser = {
  kind: 'pgbench-transactions',
  about: 'transaction log of pgbench (-l): `client transaction microseconds script second microsecond`',
  score: scoreTransactions,
  hasDetails: true,
  open: readTransactions,
};

/** Its fifth column is a time since 1970 of the years 2001 to 2033. */
const ROW =
  /^\d{1,7} \d{1,15} (?:\d{1,15}|skipped|failed|serialization|deadlock) \d{1,3} 1\d{9} \d{1,6}(?: \d{1,15}){0,2}$/;
const HEAD_CHARACTERS = 4096;
/** Lines that are looked at: a damaged one among them is reported by the session. */
const FIRST_LINES = 3;

function scoreTransactions({ head }: Sample): number {
  const first = head.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return 0;
  const lines = head.split('\n', FIRST_LINES + 1);
  // The last line of the sample may be cut.
  if (lines.length <= FIRST_LINES && head.length >= HEAD_CHARACTERS) lines.pop();
  const rows = lines.slice(0, FIRST_LINES).filter((line) => line !== '');
  return rows.some((line) => ROW.test(line)) ? 0.9 : 0;
}

/** Columns of a row. */
const [CLIENT, TRANSACTION, TIME, SCRIPT, SECOND, SEVENTH] = [0, 1, 2, 3, 4, 6];
/** pgbench takes 128 scripts at most. */
const MAX_SCRIPTS = 128;
/** Divided by it an integer of microseconds is the nearest number of seconds; multiplied by 1e-6 it is not. */
const MICROSECONDS = 1e6;
const PERCENT_DIGITS = 4;
const AVERAGE = { id: 'latency_avg', label: 'avg', unit: 's' };
const LARGEST = { id: 'latency_max', label: 'max', unit: 's' };

/**
 * Reads a transaction log into counts and histograms: memory does not grow with the rows. Average and largest latency of
 * each second are drawn as series.
 */
function readTransactions(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  const scanner = new RowScanner();
  const numbers = new ClientNumbers();
  const latencies = new LatencyHistogram();
  const scripts = new Map<number, LatencyHistogram>();
  const counts = { skipped: 0, failed: 0 };
  const lines = { first: 0, last: 0 };
  let seconds = { first: 0, last: 0 };
  let columns = 0;
  let seventhSum = 0;
  let start: number | null = null;
  // Rows are in the order in which transactions end.
  const totals = newSecondTotals(({ second, sum, count, max, line }) => {
    start ??= second;
    details?.series(AVERAGE).add(second - start, sum / count / MICROSECONDS, line);
    details?.series(LARGEST).add(second - start, max / MICROSECONDS, line);
  });

  const latenciesOf = (script: number): LatencyHistogram | null => {
    const known = scripts.get(script);
    if (known || scripts.size >= MAX_SCRIPTS) return known ?? null;
    const histogram = new LatencyHistogram();
    scripts.set(script, histogram);
    return histogram;
  };

  const addDetails = ({ facts, histograms }: DetailsBuilder) => {
    totals.close();
    if (columns === 0) return;
    if (latencies.count > 0) histograms.push(latencies.toHistogram({ of: null, ...lines }));
    const share = numbers.hasGaps ? (numbers.share() ?? 1) : 1;
    const percent = Number((share * 100).toPrecision(PERCENT_DIGITS));
    const counted: [string, number, string | null][] = [
      ['rows of transactions', latencies.count, null],
      ['skipped by the latency limit', counts.skipped, null],
      ['failed', counts.failed, null],
      ['clients', numbers.clients, null],
      ['share of all transactions', percent, '%'],
    ];
    for (const [name, number, unit] of counted)
      facts.add({ name, value: String(number), number, unit, line: lines.first });
  };

  return {
    line(bytes, start, end, line) {
      if (start === end) return;
      const isRow = scanner.read(bytes, start, end);
      const { values, outcome } = scanner;
      // The first row says how many columns there are: a row with fewer was cut.
      if (!isRow || (columns !== 0 && scanner.columns !== columns)) {
        const message = `expected ${columns || '6 to 8'} columns: client transaction time script second microsecond`;
        reporter.report('LINE_UNPARSED', message, { line, bytes: bytes.subarray(start, end) });
        return;
      }
      const second = values[SECOND] ?? 0;
      if (columns === 0) {
        columns = scanner.columns;
        lines.first = line;
        seconds = { first: second, last: 0 };
      }
      lines.last = line;
      seconds.last = second;
      numbers.add(values[CLIENT] ?? 0, values[TRANSACTION] ?? 0);
      if (outcome !== 'done') {
        counts[outcome] += 1;
        return;
      }
      const time = values[TIME] ?? 0;
      latencies.add(time);
      latenciesOf(values[SCRIPT] ?? 0)?.add(time);
      if (columns > SEVENTH) seventhSum += values[SEVENTH] ?? 0;
      if (details) totals.add(second, time, line);
    },
    end(): TransactionLog | null {
      if (details) addDetails(details);
      if (columns === 0) {
        reporter.report('TRUNCATED_LOG', 'no row of a transaction');
        return null;
      }
      const sorted = [...scripts].sort(([a], [b]) => a - b);
      return {
        type: 'pgbench-transactions',
        rows: latencies.count,
        ...counts,
        columns,
        clients: numbers.clients,
        share: numbers.hasGaps ? numbers.share() : 1,
        latencies: latencies.count > 0 ? latencies : null,
        scripts: sorted.length > 1 ? sorted.map(([script, own]) => ({ script, latencies: own })) : [],
        seventhSum: columns > SEVENTH ? seventhSum : null,
        firstSecond: seconds.first,
        lastSecond: seconds.last,
        firstLine: lines.first,
        lastLine: lines.last,
      };
    },
  };
}
