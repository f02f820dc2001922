import type { AggregateRow } from './aggregate-log';

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
export function readAggregateRow(text: string): AggregateRow | null {
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
