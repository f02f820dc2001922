/** A test by name and range. */
export interface NamedTest {
  key: string;
  name: string;
  range: number | null;
}

/**
 * Published tables leave the range out of a name where a test has one range only: `points-covered-pk` of one report is
 * `points-covered-pk_range=100` of another. Such a test is the one with the range, when there is exactly one.
 *
 * @param tests of all tables that are looked at together
 * @returns key of the test without a range → key of the one it is
 */
export function testAliases(tests: readonly NamedTest[]): Map<string, string> {
  const ranged = new Map<string, Set<string>>();
  for (const { key, name, range } of tests) {
    if (range !== null) ranged.set(name, (ranged.get(name) ?? new Set()).add(key));
  }
  const aliases = new Map<string, string>();
  for (const { key, name, range } of tests) {
    const [only, ...others] = range === null ? (ranged.get(name) ?? []) : [];
    if (only !== undefined && others.length === 0) aliases.set(key, only);
  }
  return aliases;
}
