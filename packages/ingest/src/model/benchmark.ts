import { dbBench } from './benchmarks/db-bench';
import { fio } from './benchmarks/fio';
import { host } from './benchmarks/host';
import { insertBenchmark } from './benchmarks/insert-benchmark';
import { sysbench } from './benchmarks/sysbench';
import { tprocC } from './benchmarks/tproc-c';
import type { MetricId } from './metric';
import type { TestInfo } from './test';

export type BenchmarkId = 'sysbench' | 'insert-benchmark' | 'db_bench' | 'tproc-c' | 'fio' | 'host';

/** What a benchmark's tests are: rows, groups, units, and the metrics that its people look at. */
export interface BenchmarkModel {
  id: BenchmarkId;
  /** As it is called: `Insert Benchmark`. */
  name: string;
  /** What its throughput is called on screen: QPS, NOPM, IOPS. */
  throughputLabel: string;
  /** What the heatmap's metric switch offers when there are values, in the order people check them. */
  heatmapMetrics: readonly MetricId[];
  placeTest(name: string, range: number | null): Omit<TestInfo, 'name' | 'range'>;
  /** Heading of a group id that `placeTest` gave. */
  groupLabel(group: string): string;
}

export const BENCHMARKS: Readonly<Record<BenchmarkId, BenchmarkModel>> = {
  sysbench,
  'insert-benchmark': insertBenchmark,
  db_bench: dbBench,
  'tproc-c': tprocC,
  fio,
  host,
};

export function isBenchmarkId(id: string): id is BenchmarkId {
  return Object.hasOwn(BENCHMARKS, id);
}

/** Label of a metric on screen: the throughput has the name that the benchmark's people use. */
export function metricLabel(benchmark: BenchmarkId, metric: MetricId, label: string): string {
  return metric === 'throughput' ? BENCHMARKS[benchmark].throughputLabel : label;
}
