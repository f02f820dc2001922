import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';

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

const ofRows = new WeakMap<readonly (number | null)[], (number | null)[]>();

/** Of each column. Kept: every pair of columns asks again. */
function decimalsOfRow(row: readonly (number | null)[]): (number | null)[] {
  const known = ofRows.get(row);
  if (known) return known;
  const decimals = row.map(decimalsOf);
  ofRows.set(row, decimals);
  return decimals;
}

/** Null for a value that is missing, or was computed. */
function decimalsOf(value: number | null): number | null {
  if (value === null) return null;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const decimals = Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
  return decimals > MOST_DECIMALS ? null : decimals;
}
