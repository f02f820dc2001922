import { type BenchmarkModel, COSTS_PER_OPERATION, HARDWARE, SECONDS } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/*
 * The test registry of the sysbench microbenchmarks: group, order and unit of each test, as published reports print
 * them, and the tests that sysbench itself ships.
 */

const QUERIES = 'queries/s';
const EVENTS = 'events/s';
const OPERATIONS = 'operations/s';
export const TRANSACTIONS = 'transactions/s';
/** Of a log that counts events and says nothing of what they are. */
export const UNKNOWN_TEST = 'sysbench';
export const SCAN_UNIT = 'Krows/s per client';

/** Names in domain order. For one name, larger ranges come first (random-points 1000, 100, 10). */
const NAMES: readonly [name: string, group: string][] = [
  ['hot-points', 'point'],
  ['point-query', 'point'],
  ['points-covered-pk', 'point'],
  ['points-covered-si', 'point'],
  ['points-notcovered-pk', 'point'],
  ['points-notcovered-si', 'point'],
  ['random-points', 'point'],
  ['oltp_point_select', 'point'],
  ['select_random_points', 'point'],
  ['range-covered-pk', 'range'],
  ['range-covered-si', 'range'],
  ['range-notcovered-pk', 'range'],
  ['range-notcovered-si', 'range'],
  ['scan', 'range'],
  // Stock sysbench's select_random_ranges counts rows: SELECT count(k) ... WHERE k BETWEEN.
  ['random-ranges', 'range-aggregate'],
  ['select_random_ranges', 'range-aggregate'],
  ['read-only-count', 'range-aggregate'],
  ['read-only-distinct', 'range-aggregate'],
  ['read-only-order', 'range-aggregate'],
  ['read-only', 'range-aggregate'],
  ['read-only-simple', 'range-aggregate'],
  ['read-only-sum', 'range-aggregate'],
  ['oltp_read_only', 'range-aggregate'],
  ['delete', 'write'],
  ['insert', 'write'],
  ['read-write', 'write'],
  ['update-index', 'write'],
  ['update-inlist', 'write'],
  ['update-nonindex', 'write'],
  ['update-one', 'write'],
  ['update-zipf', 'write'],
  ['write-only', 'write'],
  ['oltp_delete', 'write'],
  ['oltp_insert', 'write'],
  ['oltp_read_write', 'write'],
  ['oltp_update_index', 'write'],
  ['oltp_update_non_index', 'write'],
  ['oltp_write_only', 'write'],
  ['bulk_insert', 'write'],
  // Percona's Lua scripts of TPC-C: all five types of transactions.
  ['tpcc', 'write'],
  ['cpu', 'system'],
  ['memory', 'system'],
  ['threads', 'system'],
  ['mutex', 'system'],
  ['fileio', 'system'],
];

/** Where tests stand that only a file name describes: `oltp.ro.long`, `oltp.Tier2G_RW`. */
const MIXES: readonly [words: RegExp, like: string][] = [
  [/[._-](?:rw|read-?write)(?=$|[._-])/i, 'oltp_read_write'],
  [/[._-](?:ro|read-?only)(?=$|[._-])/i, 'oltp_read_only'],
  [/[._-](?:wo|write-?only)(?=$|[._-])/i, 'oltp_write_only'],
];
/** `fileio_rndrw`, `memory_write_1MiB`, `cpu_prime=20000`: a test with options that make it another one. */
const SYSTEM_TEST = /^(cpu|memory|threads|mutex|fileio)(?:_|$)/;

const INDEX = new Map(NAMES.map(([name, group], index) => [name, { group, index }]));
const WARMUP_SUFFIX = /\.(pre|warm|warmpre)$/;
/** Largest range with an own place; leaves room for every range in use (10 to 10,000). */
const RANGE_SPAN = 1_000_000;

const sysbenchModel: BenchmarkModel = {
  id: 'sysbench',
  name: 'sysbench',
  throughputLabel: 'QPS',
  throughputUnit: QUERIES,
  heatmapMetrics: [
    'throughput',
    'cpu_per_op',
    'server_cpu_us_per_op',
    ...COSTS_PER_OPERATION,
    ...HARDWARE,
    'rw_requests_per_s',
    'read_bandwidth',
    'write_bandwidth',
    ...SECONDS,
  ],
  placeTest(name, range) {
    const bare = name.replace(WARMUP_SUFFIX, '');
    const found = INDEX.get(bare) ?? INDEX.get(alikeOf(bare));
    const index = found?.index ?? NAMES.length;
    const rank = RANGE_SPAN - Math.min(range ?? 0, RANGE_SPAN - 1);
    return {
      group: found?.group ?? 'other',
      position: index * (RANGE_SPAN + 1) + rank,
      unit: unitOf(bare, found?.group),
      warmup: isWarmupTest(name),
      known: found !== undefined || name === 'prepare',
    };
  },
  groupLabel: {
    point: 'Point queries',
    range: 'Range queries without aggregation',
    'range-aggregate': 'Range queries with aggregation',
    write: 'Writes',
    system: 'CPU, memory, threads and files',
  },
};

/** True for tests that only warm up: `*.pre`, `*.warm`, `*.warmpre` and `prepare`. */
export function isWarmupTest(name: string): boolean {
  return name === 'prepare' || WARMUP_SUFFIX.test(name);
}

/** True for the tests of sysbench that need no database. */
export function isSystemTest(name: string): boolean {
  return SYSTEM_TEST.test(name);
}

/** The test of the registry that a name with further words is placed with; the name itself when there is none. */
function alikeOf(bare: string): string {
  const system = SYSTEM_TEST.exec(bare)?.[1];
  if (system) return system;
  if (!/^oltp(?:\.|$)/.test(bare)) return bare;
  return MIXES.find(([words]) => words.test(bare))?.[1] ?? bare;
}

function unitOf(bare: string, group: string | undefined): string {
  if (bare === 'scan') return SCAN_UNIT;
  if (bare === 'tpcc') return TRANSACTIONS;
  if (bare === UNKNOWN_TEST) return EVENTS;
  if (group !== 'system') return QUERIES;
  return /^(?:memory|fileio)/.test(bare) ? OPERATIONS : EVENTS;
}

export const sysbenchFormat: FormatInfo = { name: 'sysbench', tool: 'sysbench', benchmark: sysbenchModel };
