import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';

/** The steps that a test is printed in: its values, or the times that they were computed from. */
export interface PrintedGrid {
  /** Half of a step. */
  half: number;
  /** What is printed in such steps, of the base and of the column. */
  sides: readonly [base: number, column: number];
}

interface TwoColumns {
  base: number;
  column: number;
  metric: MetricId;
}

/**
 * How coarse each row is printed in two columns (docs/method.md §2.7). A throughput that was computed from a time of few
 * digits, as 1 / 3 s, looks exact: where all tests of a unit are 1 over such times, the times are what was printed.
 *
 * @returns by row; null where a side is missing, or nothing is known
 */
export function printedGrids(matrix: Matrix<unknown>, question: TwoColumns): (PrintedGrid | null)[] {
  const halves = halfDigits(matrix, question);
  const times = halfTimes(matrix, question);
  return matrix.rows.map((_, row) => {
    const own = matrix.values[question.metric]?.[row];
    const [base, column] = [own?.[question.base] ?? null, own?.[question.column] ?? null];
    if (base === null || column === null) return null;
    const time = times[row] ?? 0;
    if (time > 0) return { half: time, sides: [1 / base, 1 / column] };
    const half = halves[row] ?? 0;
    return half > 0 ? { half, sides: [base, column] } : null;
  });
}

/** Longer times have too few digits left to tell a printed one from a computed one. */
const LONGEST_TIME = 1e5;
const TIME_DIGITS = 12;

/** Half of a step of the times behind a unit; 0 where one of them is none, or the values themselves were printed. */
function halfTimes({ rows, values }: Matrix<unknown>, { base, column, metric }: TwoColumns): number[] {
  const byUnit = new Map<string, number | null>();
  const computed = new Set<string>();
  for (const [row, { unit }] of rows.entries()) {
    const own = values[metric]?.[row];
    for (const side of [base, column]) {
      const value = own?.[side] ?? null;
      if (!own || value === null || value <= 0) continue;
      if (decimalsOfRow(own)[side] === null) computed.add(unit);
      const decimals = timeDecimalsOfRow(own)[side] ?? null;
      const known = byUnit.get(unit);
      byUnit.set(unit, known === null || decimals === null ? null : Math.max(known ?? 0, decimals));
    }
  }
  return rows.map(({ unit }) => {
    const decimals = computed.has(unit) ? (byUnit.get(unit) ?? null) : null;
    return decimals === null ? 0 : 0.5 * 10 ** -decimals;
  });
}

/** A value with more decimals than this was computed, and not printed. */
const MOST_DECIMALS = 6;

/**
 * How far printed values may be off: half a unit of the last digit that the values of one unit have in two columns
 * (docs/method.md §2.7). A tool prints all tests with as many decimals, and zeros at the end are not seen in one value. Only
 * the two columns tell: a verdict must not depend on the others.
 *
 * @returns by row, in the unit of the metric; 0 where a side was computed, or nothing is known
 */
export function halfDigits(
  { rows, values }: Matrix<unknown>,
  { base, column, metric }: { base: number; column: number; metric: MetricId },
): number[] {
  const sides = rows.map((_, row) => {
    const own = values[metric]?.[row];
    const decimals = own ? decimalsOfRow(own) : [];
    return [decimals[base] ?? null, decimals[column] ?? null];
  });
  const byUnit = new Map<string, number>();
  for (const [row, { unit }] of rows.entries()) {
    for (const decimals of sides[row] ?? []) {
      if (decimals !== null) byUnit.set(unit, Math.max(byUnit.get(unit) ?? 0, decimals));
    }
  }
  return rows.map(({ unit }, row) =>
    sides[row]?.some((decimals) => decimals === null) ? 0 : 0.5 * 10 ** -(byUnit.get(unit) ?? MOST_DECIMALS),
  );
}

/** Sigma with what rounding adds on both sides: √(sigma² + (half / base)² + (half / version)²). */
export function widenByDigits(
  sigma: number,
  half: number,
  [base, version]: readonly [number, number],
): number {
  return Math.hypot(sigma, half / base, half / version);
}

type Row = readonly (number | null)[];

/** Gives what `of` says of each column of a row. Kept: every pair of columns asks again. */
function byRow(of: (value: number | null) => number | null): (row: Row) => Row {
  const known = new WeakMap<Row, Row>();
  return (row) => {
    const found = known.get(row) ?? row.map(of);
    known.set(row, found);
    return found;
  };
}

const decimalsOfRow = byRow(decimalsOf);
const timeDecimalsOfRow = byRow((value) => {
  const time = value === null ? null : 1 / value;
  return time !== null && time < LONGEST_TIME ? decimalsOf(Number(time.toPrecision(TIME_DIGITS))) : null;
});

/** Null for a value that is missing, or was computed. */
function decimalsOf(value: number | null): number | null {
  if (value === null) return null;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const decimals = Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
  return decimals > MOST_DECIMALS ? null : decimals;
}
