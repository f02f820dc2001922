import type { MetricId } from './metric';

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

/** What a benchmark's tests are: rows, groups, units, and the metrics that its people look at. */
export interface BenchmarkModel {
  id: BenchmarkId;
  /** As it is called: `Insert Benchmark`. */
  name: string;
  /** What its throughput is called on screen: QPS, NOPM, IOPS. */
  throughputLabel: string;
  /** The unit that the label stands for; tests in another unit are called by theirs. */
  throughputUnit?: string;
  /** Seconds that the throughput counts operations of: 60 for NOPM; 1 when left out. */
  throughputSeconds?: number;
  /** False where versions are no releases of a product: file systems, hosts. */
  hasReleases?: boolean;
  /** What the heatmap's metric switch offers when there are values, in the order people check them. */
  heatmapMetrics: readonly MetricId[];
  placeTest(name: string, range: number | null): Omit<TestInfo, 'name' | 'range'>;
  /** Heading of a group id that `placeTest` gave. */
  groupLabel(group: string): string;
}
