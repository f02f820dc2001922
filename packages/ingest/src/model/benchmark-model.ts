import { type MetricId, STORAGE_RATES } from './metric';
import { COUNTER_METRICS } from './metrics/counters';

/**
 * Id of a benchmark: `sysbench`, `tproc-c`, ... The set is open: each format brings its own, and a database may hold runs
 * of one that this version does not know. `isBenchmarkId` tells whether it is registered.
 */
export type BenchmarkId = string;

/** A test as a row: its name, its range (null when it has none) and where it stands. */
export interface TestInfo {
  name: string;
  /** Rows per range query (sysbench), null for tests without one. */
  range: number | null;
  /** Id of the group it is shown under; the benchmark's `groupLabel` gives its heading. */
  group: string;
  /** Sorts rows in domain order over all groups; fits a 32-bit integer. */
  position: number;
  /** Unit of the throughput. */
  unit: string;
  warmup: boolean;
  /** False when the registry does not know the name: it then comes after all others. */
  known: boolean;
}

/** Left out: position 0, no warm-up, known. */
type TestPlace = Pick<TestInfo, 'group' | 'unit'> & Partial<Pick<TestInfo, 'position' | 'warmup' | 'known'>>;

/** The tests of a benchmark: rows, groups, units, and the metrics that its users look at. */
export interface BenchmarkModel {
  id: BenchmarkId;
  /** As it is called: `Insert Benchmark`. */
  name: string;
  /** Label of its throughput on screen: QPS, NOPM, IOPS. */
  throughputLabel: string;
  /** The unit of the label; tests in another unit use that unit as label. */
  throughputUnit?: string;
  /** Seconds that the throughput counts operations of: 60 for NOPM; 1 when left out. */
  throughputSeconds?: number;
  /** False where versions are not product releases: file systems, hosts. */
  hasReleases?: boolean;
  /** Metrics of the heatmap's switch, if they have values, in the order in which people check them. */
  heatmapMetrics: readonly MetricId[];
  placeTest(name: string, range: number | null): TestPlace;
  /** Headings of the group ids that `placeTest` gave. Without one, the heading is the id. */
  groupLabel?: Readonly<Record<string, string>> | ((group: string) => string);
}

/** Counts of the CPU per operation: where perf stat ran next to the tests. */
const COUNTERS: readonly MetricId[] = COUNTER_METRICS.map(({ id }) => id);

/** Of database benchmarks, behind their other costs: counters of the CPU, then the means of iostat. */
export const HARDWARE: readonly MetricId[] = [...COUNTERS, ...STORAGE_RATES];

/** How even the seconds of a run are, of clients that print a rate each second. */
export const SECONDS = [
  'worst_second',
  'longest_stall',
  'seconds_cv',
  'seconds_p99',
  'seconds_p999',
] as const;

/** Costs of an operation other than CPU time, for database benchmarks. */
export const COSTS_PER_OPERATION = [
  'cs_per_op',
  'reads_per_op',
  'read_kb_per_op',
  'write_kb_per_op',
] as const;
export const LATENCIES = ['latency_avg', 'latency_p95', 'latency_p99'] as const;

/** Of databases, asked by a client that prints a rate each second. */
export const CLIENT_METRICS: readonly MetricId[] = [
  'throughput',
  'cpu_per_op',
  'server_cpu_us_per_op',
  ...COSTS_PER_OPERATION,
  ...LATENCIES,
  ...HARDWARE,
  ...SECONDS,
];
