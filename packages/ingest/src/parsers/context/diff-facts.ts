import type { Fact } from '../../model/details';

/**
 * What changed between two dumps of the same view: numbers of `after` minus those of `before`, with the lines of
 * `after`; 0 for what stayed. Left out: what is in one dump only (it has no other value to compare with), text, and
 * numbers that fell: a counter that does was reset in between.
 *
 * @param before facts of the earlier dump, e.g. pg_stat_all_tables before a test
 */
export function diffFacts(before: readonly Fact[], after: readonly Fact[]): Fact[] {
  const earlier = new Map<string, number>();
  for (const fact of before) {
    const key = keyOf(fact);
    if (fact.number !== null && !earlier.has(key)) earlier.set(key, fact.number);
  }
  const seen = new Set<string>();
  return after.flatMap((fact) => {
    const key = keyOf(fact);
    const from = earlier.get(key);
    if (fact.number === null || from === undefined || fact.number < from || seen.has(key)) return [];
    seen.add(key);
    const number = fact.number - from;
    return [{ ...fact, value: `${number}`, number }];
  });
}

function keyOf({ group, name }: Fact): string {
  return JSON.stringify([group, name]);
}
