import type { LogParser } from '../../parser';
import { textLines } from '../../text-lines';
import type { AggregateLog, AggregateRow } from './aggregate-log';

const MAX_LINE_BYTES = 600;

/** The log of intervals (-l --aggregate-interval), one file a thread. */
export const aggregate: LogParser = {
  kind: 'pgbench-aggregate',
  about: 'aggregated log of pgbench (--aggregate-interval): `second transactions sum squares min max`',
  /** One of the first lines is a row whose numbers fit each other: ten digits and five integers may be many things. */
  score({ head }) {
    const first = head.charCodeAt(0);
    if (!(first >= 48 && first <= 57)) return 0;
    const rows = head.split('\n', FIRST_LINES);
    return rows.some((line) => isTellingRow(line)) ? 0.9 : 0;
  },
  hasDetails: true,
  /** Reads the intervals, every column of which is a series over the seconds since the first one. */
  open(reporter, details) {
    const log: AggregateLog = {
      type: 'pgbench-aggregate',
      intervals: 0,
      transactions: 0,
      sum: 0,
      squares: 0,
      min: null,
      max: null,
      firstSecond: 0,
      firstLine: 0,
      lastLine: 0,
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, at) => {
        if (text === '') return;
        const row = text.length === MAX_LINE_BYTES ? null : readAggregateRow(text);
        if (!row) {
          const message =
            'expected 6, 10, 11 or 15 integers that fit each other: second transactions sum squares min max ...';
          reporter.report('LINE_UNPARSED', message, at);
          return;
        }
        if (log.intervals === 0) Object.assign(log, { firstSecond: row.second, firstLine: at.line });
        // Since 15 columns that were not asked for are 0 everywhere.
        for (const { value, ...head } of COLUMNS) {
          details?.optionalSeries(head).add(row.second - log.firstSecond, value(row), at.line);
        }
        log.lastLine = at.line;
        log.intervals += 1;
        // An interval without a transaction has a smallest and a largest latency of 0.
        if (row.transactions === 0) return;
        log.transactions += row.transactions;
        log.sum += row.sum;
        log.squares += row.squares;
        log.min = Math.min(log.min ?? row.min, row.min);
        log.max = Math.max(log.max ?? row.max, row.max);
      }),
      end: () => {
        if (log.intervals > 0) return log;
        reporter.report('TRUNCATED_LOG', 'no row of an interval');
        return null;
      },
    };
  },
};

const FIRST_LINES = 3;

function isTellingRow(line: string): boolean {
  const row = readAggregateRow(line);
  return row !== null && row.transactions > 0 && row.squares >= row.sum;
}

const MICROSECONDS = 1e6;

type Value = (row: AggregateRow) => number | null;

const column = (id: string, label: string, unit: string, value: Value) => ({ id, label, unit, value });
/** Of a value in microseconds, null where the interval has none. */
const time = (id: string, label: string, value: Value) =>
  column(id, label, 's', (row) => {
    const microseconds = value(row);
    return microseconds === null || row.transactions === 0 ? null : microseconds / MICROSECONDS;
  });

const COLUMNS = [
  column('transactions', 'transactions', 'transactions', (row) => row.transactions),
  time('latency_avg', 'avg', (row) => row.sum / row.transactions),
  time('latency_stddev', 'stddev', standardDeviation),
  time('latency_min', 'min', (row) => row.min),
  time('latency_max', 'max', (row) => row.max),
  time('schedule_lag_avg', 'schedule lag', (row) => row.lagSum && row.lagSum / row.transactions),
  column('skipped_transactions', 'skipped', 'transactions', (row) => row.skipped),
  column('retried_transactions', 'retried', 'transactions', (row) => row.retried),
  column('retries', 'retries', 'retries', (row) => row.retries),
  column('errors', 'failed', 'transactions', (row) => row.failed),
];

/** sqrt(squares / n - mean²), in the unit of the sums; null without a transaction. Rounded sums may be below 0. */
export function standardDeviation({
  transactions,
  sum,
  squares,
}: Pick<AggregateRow, 'transactions' | 'sum' | 'squares'>): number | null {
  if (transactions === 0) return null;
  return Math.sqrt(Math.max(0, squares / transactions - (sum / transactions) ** 2));
}

/**
 * Columns: interval_start transactions sum squares min max, then
 *   up to 14, only where they were asked for: lag sum, squares, min, max (-R); skipped (-L)
 *   since 15, always, 0 where they were not: lag ..., skipped, retried, retries, serialization and deadlock failures
 *
 * Format: "Aggregated Logging" of https://www.postgresql.org/docs/current/pgbench.html
 */
const WIDTHS: ReadonlySet<number> = new Set([6, 10, 11, 15]);
const FULL_WIDTH = 15;
const [LAG_SUM, LAG_MAX, SKIPPED, RETRIED, RETRIES, SERIALIZATION, DEADLOCK] = [6, 9, 10, 11, 12, 13, 14];
/** `%.0f` of a sum of squares may have many digits: it is a float in pgbench too. */
const ROW = /^1\d{9}(?: \d{1,30}){5,14}$/;
/** Sums are rounded to integers, and sums of squares are inexact where they have more than 15 digits. */
const ROUNDING = 1;
const INEXACT = 1e-9;

/**
 * @param text one line
 * @returns null for what is no such row, or one whose numbers cannot be of one interval: an average out of min and max, a
 *   negative variance
 */
function readAggregateRow(text: string): AggregateRow | null {
  if (!ROW.test(text)) return null;
  const cells = text.split(' ').map(Number);
  if (!WIDTHS.has(cells.length)) return null;
  const [second = 0, transactions = 0, sum = 0, squares = 0, min = 0, max = 0] = cells;
  if (!isPossible({ transactions, sum, squares, min, max })) return null;
  const cell = (index: number) => cells[index] ?? null;
  const isFull = cells.length === FULL_WIDTH;
  // Since 15 a lag of 0 everywhere means that none was measured.
  const hasLag = cells.length > LAG_SUM && !(isFull && cell(LAG_MAX) === 0);
  return {
    second,
    transactions,
    sum,
    squares,
    min,
    max,
    lagSum: hasLag ? cell(LAG_SUM) : null,
    skipped: cell(SKIPPED),
    retried: cell(RETRIED),
    retries: cell(RETRIES),
    failed: isFull ? (cell(SERIALIZATION) ?? 0) + (cell(DEADLOCK) ?? 0) : null,
  };
}

function isPossible({
  transactions,
  sum,
  squares,
  min,
  max,
}: Pick<AggregateRow, 'transactions' | 'sum' | 'squares' | 'min' | 'max'>): boolean {
  if (transactions === 0) return true;
  const isAverage = sum + ROUNDING >= min * transactions && sum <= max * transactions + ROUNDING;
  const least = (sum * sum) / transactions;
  const most = max * max * transactions;
  return (
    isAverage && squares + ROUNDING >= least * (1 - INEXACT) && squares <= most * (1 + INEXACT) + ROUNDING
  );
}
