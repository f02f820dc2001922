/**
 * The test registry of the sysbench microbenchmarks: group, order and unit of each test.
 * Groups and order: domain.md of the field, as published reports print them.
 */
export const TEST_GROUPS = ['point', 'range', 'range-aggregate', 'write', 'other'] as const;
export type TestGroup = (typeof TEST_GROUPS)[number];

export const TEST_GROUP_LABELS: Record<TestGroup, string> = {
  point: 'Point queries',
  range: 'Range queries without aggregation',
  'range-aggregate': 'Range queries with aggregation',
  write: 'Writes',
  other: 'Other',
};

/** A test as a row: its name, its range (null when it has none) and where it stands. */
export interface TestInfo {
  name: string;
  range: number | null;
  group: TestGroup;
  /** Sorts rows in domain order over all groups; warm-ups stand beside the test they warm. */
  position: number;
  /** Unit of the throughput. */
  unit: string;
  warmup: boolean;
  /** False when the registry does not know the name: the test is then in group `other`. */
  known: boolean;
}

const QUERIES = 'queries/s';
export const SCAN_UNIT = 'Krows/s per client';

/** Names in domain order. Of one name, larger ranges stand first (random-points 1000, 100, 10). */
const NAMES: readonly [name: string, group: TestGroup][] = [
  ['hot-points', 'point'],
  ['point-query', 'point'],
  ['points-covered-pk', 'point'],
  ['points-covered-si', 'point'],
  ['points-notcovered-pk', 'point'],
  ['points-notcovered-si', 'point'],
  ['random-points', 'point'],
  ['range-covered-pk', 'range'],
  ['range-covered-si', 'range'],
  ['range-notcovered-pk', 'range'],
  ['range-notcovered-si', 'range'],
  ['scan', 'range'],
  // Stock sysbench's select_random_ranges counts rows: SELECT count(k) ... WHERE k BETWEEN.
  ['random-ranges', 'range-aggregate'],
  ['read-only-count', 'range-aggregate'],
  ['read-only-distinct', 'range-aggregate'],
  ['read-only-order', 'range-aggregate'],
  ['read-only', 'range-aggregate'],
  ['read-only-simple', 'range-aggregate'],
  ['read-only-sum', 'range-aggregate'],
  ['delete', 'write'],
  ['insert', 'write'],
  ['read-write', 'write'],
  ['update-index', 'write'],
  ['update-inlist', 'write'],
  ['update-nonindex', 'write'],
  ['update-one', 'write'],
  ['update-zipf', 'write'],
  ['write-only', 'write'],
];

const INDEX = new Map(NAMES.map(([name, group], index) => [name, { group, index }]));
const WARMUP_SUFFIX = /\.(pre|warm|warmpre)$/;
/** Largest range with an own place; leaves room for every range in use (10 to 10,000). */
const RANGE_SPAN = 1_000_000;

/** True for tests that only warm up: `*.pre`, `*.warm`, `*.warmpre` and `prepare`. */
export function isWarmupTest(name: string): boolean {
  return name === 'prepare' || WARMUP_SUFFIX.test(name);
}

/**
 * What the registry knows of a test. Never throws: an unknown name gets group `other`, after all others.
 *
 * @param name test name as in the file name, e.g. `read-only` or `scan.warm`
 * @param range rows per range query, null when the test has none
 */
export function testInfo(name: string, range: number | null): TestInfo {
  const bare = name.replace(WARMUP_SUFFIX, '');
  const found = INDEX.get(bare);
  const index = found?.index ?? NAMES.length;
  const rank = RANGE_SPAN - Math.min(range ?? 0, RANGE_SPAN - 1);
  return {
    name,
    range,
    group: found?.group ?? 'other',
    position: index * (RANGE_SPAN + 1) + rank,
    unit: bare === 'scan' ? SCAN_UNIT : QUERIES,
    warmup: isWarmupTest(name),
    known: found !== undefined || name === 'prepare',
  };
}

/** Row label of published tables: `read-only_range=100`; without a range just the name. */
export function testLabel(name: string, range: number | null): string {
  return range === null ? name : `${name}_range=${range}`;
}

/** Order of rows: domain order, then name, so that unknown tests have a stable place too. */
export function compareTests(a: TestInfo, b: TestInfo): number {
  return a.position - b.position || (a.name < b.name ? -1 : Number(a.name > b.name));
}
