import type { BenchmarkId, BenchmarkModel } from './benchmark-model';
import { dbBench } from './benchmarks/db-bench';
import { fio } from './benchmarks/fio';
import { host } from './benchmarks/host';
import { insertBenchmark } from './benchmarks/insert-benchmark';
import { sysbench } from './benchmarks/sysbench';
import { tprocC } from './benchmarks/tproc-c';
import type { MetricId } from './metric';

export type { BenchmarkId, BenchmarkModel } from './benchmark-model';

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
