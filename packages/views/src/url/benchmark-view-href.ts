import type { BenchmarkId } from '@basecase/ingest/model';
import { toQuery } from './to-query';

export type ReportBenchmark = Exclude<BenchmarkId, 'sysbench' | 'host'>;

/** Benchmarks that have a view of their own beside the heatmap, in the order of their links. */
export const BENCHMARK_VIEWS: readonly { benchmark: ReportBenchmark; path: string; name: string }[] = [
  { benchmark: 'insert-benchmark', path: '/insert-benchmark', name: 'Insert Benchmark' },
  { benchmark: 'fio', path: '/fsync', name: 'fsync latency' },
  { benchmark: 'tproc-c', path: '/tproc-c', name: 'TPROC-C' },
  { benchmark: 'db_bench', path: '/db-bench', name: 'db_bench' },
];

/** Link to the view that the people of a benchmark know; null for a benchmark without one. */
export function benchmarkViewHref(
  benchmark: BenchmarkId,
  { server, workload }: { server: string; workload: string },
): string | null {
  const view = BENCHMARK_VIEWS.find((candidate) => candidate.benchmark === benchmark);
  if (!view) return null;
  return `${view.path}${toQuery([
    ['server', server],
    ['workload', workload],
  ])}`;
}
