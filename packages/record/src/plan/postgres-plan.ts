import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RecordError } from '../record-error';
import { postgresVersion } from '../servers/npm-postgres';
import { type Plan, planSchema, type SysbenchTest } from './plan';

/** What the command line says of a recording of PostgreSQL from npm. */
export interface PostgresChoice {
  /** `15`, the pinned build of that major, or `17.10`. One that is there twice is measured against itself. */
  versions: readonly string[];
  tests: 'all' | 'usual' | readonly string[];
  /** `c2r24`: of the machine, part of the name of the config. */
  machine: string;
}

/**
 * The plan of `basecase record --postgres 17,18`: the same settings for every version, stock sysbench.
 *
 * @throws RecordError PLAN_INVALID for versions and tests that are unknown
 */
export async function postgresPlan({ versions, tests, machine }: PostgresChoice): Promise<Plan> {
  const found = sysbenchTests(tests);
  if (!found) throw new RecordError('PLAN_INVALID', `unknown test in "${String(tests)}".`);
  const text = await readFile(fileURLToPath(new URL('../../settings/b1.conf', import.meta.url)), 'utf8');
  const known = versions.map(postgresVersion);
  const variants = known.map((version, index) => {
    const before = known.slice(0, index).filter((other) => other === version).length;
    return {
      ...(before > 0 && { name: `${version} again${before > 1 ? ` ${before}` : ''}` }),
      product: 'PostgreSQL',
      version,
      config: `b1_${machine}`,
      settings: { text },
      starter: 'postgres',
      binaries: `npm:${version}`,
    };
  });
  const parsed = planSchema.safeParse({ basecase: 1, variants, tests: found });
  if (parsed.success) return parsed.data;
  throw new RecordError('PLAN_INVALID', parsed.error.issues[0]?.message ?? 'not a plan');
}

interface BuiltInTest {
  name: string;
  range?: number;
  script: string;
  options?: string[];
  /** Of those that are measured unless others are asked for. */
  isUsual?: true;
}

/** One of the range queries of read-only, and no other. */
const onlyRange = (kind: string) => [
  '--point-selects=0',
  ...['simple', 'sum', 'order', 'distinct'].map((one) => `--${one}-ranges=${one === kind ? 1 : 0}`),
];
const readOnly = (kind: string) => ({ script: 'oltp_read_only', options: onlyRange(kind) });

/** Tests that need no more than sysbench: points, ranges, aggregates, a scan and writes, in the order of the heatmap. */
const TESTS: readonly BuiltInTest[] = [
  { name: 'point-query', script: 'oltp_point_select', isUsual: true },
  { name: 'random-points', range: 1000, script: 'select_random_points', options: ['--random-points=1000'] },
  {
    name: 'random-points',
    range: 100,
    script: 'select_random_points',
    options: ['--random-points=100'],
    isUsual: true,
  },
  { name: 'random-points', range: 10, script: 'select_random_points', options: ['--random-points=10'] },
  { name: 'scan', script: 'scan', isUsual: true },
  {
    name: 'random-ranges',
    range: 10,
    script: 'select_random_ranges',
    options: ['--number-of-ranges=10'],
    isUsual: true,
  },
  { name: 'read-only', range: 10_000, script: 'oltp_read_only' },
  { name: 'read-only', script: 'oltp_read_only', isUsual: true },
  { name: 'read-only', range: 10, script: 'oltp_read_only' },
  { name: 'read-only-distinct', ...readOnly('distinct') },
  { name: 'read-only-order', ...readOnly('order') },
  { name: 'read-only-simple', ...readOnly('simple'), isUsual: true },
  { name: 'read-only-sum', ...readOnly('sum'), isUsual: true },
  { name: 'read-write', script: 'oltp_read_write', isUsual: true },
  { name: 'read-write', range: 10, script: 'oltp_read_write' },
  { name: 'update-index', script: 'oltp_update_index', isUsual: true },
  { name: 'update-nonindex', script: 'oltp_update_non_index', isUsual: true },
  { name: 'write-only', script: 'oltp_write_only', isUsual: true },
  { name: 'insert', script: 'oltp_insert', isUsual: true },
];

/**
 * The built-in tests of some names.
 *
 * @param names `all`, `usual`, or names such as `read-only` (all of its ranges that are usual, else all) and
 *   `read-only:10`
 * @returns null for a name that no test has
 */
export function sysbenchTests(names: 'all' | 'usual' | readonly string[]): SysbenchTest[] | null {
  if (names === 'all') return TESTS.map(toTest);
  if (names === 'usual') return TESTS.filter(({ isUsual }) => isUsual).map(toTest);
  const found = names.map((name) => {
    const [word = '', range] = name.split(':');
    const ofName = TESTS.filter((test) => test.name === word);
    if (range !== undefined) return ofName.filter((test) => (test.range ?? 100) === Number(range));
    const usual = ofName.filter(({ isUsual }) => isUsual);
    return usual.length > 0 ? usual : ofName;
  });
  if (found.some((tests) => tests.length === 0)) return null;
  // In the order of the list, each once.
  const wanted = new Set(found.flat());
  return TESTS.filter((test) => wanted.has(test)).map(toTest);
}

function toTest({ name, range = 100, script, options = [] }: BuiltInTest): SysbenchTest {
  return { tool: 'sysbench', name, range, script, options };
}
