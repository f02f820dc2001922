import { ratio } from './ratio';

/** What a version says of a test against the base, in one direction. */
export type VersionState = 'sure' | 'likely' | 'no';

/**
 * The first bad version of a line: from it to the newest, each version with a value is slower, sure or likely, and one
 * of them at least is sure (docs/method.md §4.4). Heatmap, sentence, record, report and API all use this rule.
 *
 * @param states in release order, after the base; null for a version without a value
 * @returns index of the version; null when there is none
 */
export function firstOfTail(states: readonly (VersionState | null)[]): number | null {
  let first: number | null = null;
  let isSure = false;
  for (let index = states.length - 1; index >= 0; index--) {
    const state = states[index] ?? null;
    if (state === 'no') break;
    if (state === null) continue;
    first = index;
    isSure ||= state === 'sure';
  }
  return isSure ? first : null;
}

/**
 * The first bad version by a plain threshold.
 *
 * @param values throughput per column, in release order, null for columns of other release lines
 * @returns index of the column, null when none stays slower
 */
export function firstBad(
  values: readonly (number | null)[],
  baseIndex: number,
  threshold: number,
): number | null {
  const base = values[baseIndex] ?? null;
  const states = values.slice(baseIndex + 1).map((value): VersionState | null => {
    const relative = ratio(value, base);
    if (relative === null) return null;
    return relative <= threshold ? 'sure' : 'no';
  });
  const first = firstOfTail(states);
  return first === null ? null : baseIndex + 1 + first;
}

/** A column and its ratio to the recorded column before it. */
export interface Step {
  index: number;
  ratio: number;
}

/**
 * The largest step down from one version to the next, from the first bad version on: so it is never before it. A missing
 * version is stepped over. Of equal steps the first counts.
 *
 * @param values throughput per column, in release order, null for columns of other release lines
 * @param first index of the first bad version
 */
export function largestStep(values: readonly (number | null)[], first: number | null): Step | null {
  if (first === null) return null;
  let largest: Step | null = null;
  let before = values.slice(0, first).findLast((value) => value !== null) ?? null;
  for (const [index, value] of values.entries()) {
    if (index < first || value === null) continue;
    const step = ratio(value, before);
    before = value;
    if (step !== null && step < (largest?.ratio ?? 1)) largest = { index, ratio: step };
  }
  return largest;
}
