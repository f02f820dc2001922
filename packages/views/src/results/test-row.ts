/** A test of a table as the browser gets it. */
export interface TestRow {
  /** `read-only_range=100`, as in URLs and published tables. */
  key: string;
  name: string;
  range: number | null;
  /** Id of its group, and the heading. */
  group: string;
  groupLabel: string;
  /** Unit of the throughput. */
  unit: string;
  /** True for a test that only warms up, which is shown when it is asked for and has no verdict. */
  warmup?: boolean;
}

export function toTestRows(rows: readonly TestRow[]): TestRow[] {
  return rows.map(({ key, name, range, group, groupLabel, unit, warmup }) => ({
    key,
    name,
    range,
    group,
    groupLabel,
    unit,
    ...(warmup && { warmup }),
  }));
}

const QUERIES = 'queries/s';

/** Text after the name: `range=100`, or a unit that most rows do not have. */
export function noteOf({ range, unit }: TestRow, rows: readonly TestRow[]): string {
  const isUsual = unit === QUERIES || rows.filter((row) => row.unit === unit).length * 2 > rows.length;
  if (!isUsual) return unit;
  return range === null ? '' : `range=${range}`;
}

/** What the filter looks at. */
export function filterText({ name, range }: TestRow): string {
  return range === null ? name : `${name} range=${range}`;
}

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
