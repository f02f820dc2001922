import { ratio } from './ratio';

/**
 * The first column after the base that is slower by the threshold. It stays the first even when a later one
 * recovers: whether it stays slow is for the reader to see.
 *
 * @param values throughput per column, in release order, null for columns of other release lines
 * @returns index of the column, null when none is slower
 */
export function firstBad(
  values: readonly (number | null)[],
  baseIndex: number,
  threshold: number,
): number | null {
  const base = values[baseIndex] ?? null;
  const found = values.findIndex((value, index) => {
    const relative = ratio(value, base);
    return index > baseIndex && relative !== null && relative <= threshold;
  });
  return found === -1 ? null : found;
}

/** A column and its ratio to the recorded column before it. */
export interface Step {
  index: number;
  ratio: number;
}

/**
 * The largest step down from one column to the next, from the base on. A missing column is stepped over: the next
 * one is compared with the last that was recorded. Of equal steps the first counts.
 *
 * @param values throughput per column, in release order, null for columns of other release lines
 * @returns null when no step reaches the threshold
 */
export function largestStep(
  values: readonly (number | null)[],
  baseIndex: number,
  threshold: number,
): Step | null {
  let largest: Step | null = null;
  let before = values[baseIndex] ?? null;
  for (let index = baseIndex + 1; index < values.length; index++) {
    const value = values[index] ?? null;
    const step = ratio(value, before);
    before = value ?? before;
    if (step === null || step > threshold) continue;
    if (largest === null || step < largest.ratio) largest = { index, ratio: step };
  }
  return largest;
}
