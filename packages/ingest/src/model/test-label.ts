import type { TestInfo } from './benchmark-model';
import { textOrder } from './natural-order';

const DIGITS = /(\d{1,15})/;

/** Group of tests that no registry knows. */
export const OTHER_GROUP = 'other';

/** Longest name of a test, in characters: with its range it is a key, and has its place in an index and in addresses. */
export const MAX_TEST_NAME = 500;

/** Row label of published tables: `read-only_range=100`; without a range just the name. */
export function testLabel(name: string, range: number | null): string {
  return range === null ? name : `${name}_range=${range}`;
}

/** Order of rows: domain order, then name, so that unknown tests have a stable place too. */
export function compareTests(a: TestInfo, b: TestInfo): number {
  return a.position - b.position || byNumbers(a.name, b.name);
}

/** `q2` before `q10`; all but digits by code, as names of tests have always stood. */
function byNumbers(a: string, b: string): number {
  const [left, right] = [a.split(DIGITS), b.split(DIGITS)];
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? '';
    // Digits are at the odd places.
    const order = index % 2 === 1 ? Number(part) - Number(other) : textOrder(part, other);
    if (order !== 0) return order;
  }
  return textOrder(a, b);
}
