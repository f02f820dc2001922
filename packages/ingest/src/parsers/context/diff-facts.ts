import type { Fact } from '../../model/details';

/**
 * What changed between two dumps of the same view: counters of `after` minus those of `before`, with the lines of
 * `after`. Left out: what did not change, what is in one dump only (it has no other value to compare with), text, and
 * counters that fell, because they were reset in between.
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
    if (fact.number === null || from === undefined || fact.number <= from || seen.has(key)) return [];
    seen.add(key);
    const number = fact.number - from;
    return [{ ...fact, value: `${number}`, number }];
  });
}

function keyOf({ group, name }: Fact): string {
  return JSON.stringify([group, name]);
}

/** Endings of pairs of dumps that the run scripts take before and after something. */
const PAIRS: readonly [after: RegExp, before: string][] = [
  // Insert Benchmark: the first and the second dump of pg_stat_user_tables of a step.
  [/^(o\.pgs\.)sut2$/, '$1sut1'],
  // Vacuum step of sysbench on MySQL: InnoDB status and variables at its start and end.
  [/^(sb\.o\.myvac\.)es3$/, '$1es1'],
  [/^(?<head>sb\.o\.myvac\.show\.)2$/, '$<head>1'],
  [/^(sb\.hp\.)post$/, '$1pre'],
];

/** Name of the dump that was taken before this one, null when names do not tell: `o.pgs.sut1` for `o.pgs.sut2`. */
export function dumpBefore(name: string): string | null {
  const pair = PAIRS.find(([after]) => after.test(name));
  return pair ? name.replace(pair[0], pair[1]) : null;
}
