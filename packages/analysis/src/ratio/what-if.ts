/** A number of a test with the weight of the test. */
export interface Weighted {
  /** 0 or more. */
  weight: number;
  /** Null: not measured. */
  value: number | null;
}

/** Those that count. */
const counted = (items: readonly Weighted[]) => items.filter(({ weight }) => weight > 0);

/** Null where a value that counts is missing, or is not above 0 and finite: the others alone would be another mean. */
function complete(items: readonly Weighted[]) {
  const own = counted(items).flatMap(({ weight, value }) =>
    value !== null && value > 0 && Number.isFinite(value) ? [{ weight, value }] : [],
  );
  return own.length > 0 && own.length === counted(items).length ? own : null;
}

function meanOf(items: readonly { weight: number; value: number }[]): number {
  const weights = items.reduce((sum, { weight }) => sum + weight, 0);
  return items.reduce((sum, { weight, value }) => sum + weight * value, 0) / weights;
}

/**
 * Weighted geometric mean of ratios: exp(Σ w ln r / Σ w).
 *
 * @returns null where a ratio that counts is missing, and without a weight above 0
 */
export function weightedMean(ratios: readonly Weighted[]): number | null {
  const own = complete(ratios);
  return own && Math.exp(meanOf(own.map(({ weight, value }) => ({ weight, value: Math.log(value) }))));
}

/**
 * Seconds that an operation of a mix takes, Σ w / q over Σ w: a weight is the share of the operations that are of a test.
 *
 * @param rates operations a second
 * @returns null where a rate that counts is missing, and without a weight above 0
 */
export function secondsPerOperation(rates: readonly Weighted[]): number | null {
  const own = complete(rates);
  return own && meanOf(own.map(({ weight, value }) => ({ weight, value: 1 / value })));
}

const MILLION = 1e6;
const SECONDS_PER_HOUR = 3600;

/** Cost of a million operations from a price an hour; energy in Wh from power in W. */
export function perMillion(perHour: number, seconds: number): number {
  return (perHour * seconds * MILLION) / SECONDS_PER_HOUR;
}
