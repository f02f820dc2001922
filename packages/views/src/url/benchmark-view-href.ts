import type { BenchmarkId } from '@basecase/ingest/model';
import { toQuery } from './to-query';

/**
 * Benchmarks that have a report in addition to the heatmap, in the order of their links. The kind is the first
 * part of its address. `benchmarks/reports.ts` defines the data and drawing of each report.
 */
export const BENCHMARK_VIEWS = [
  { kind: 'insert-benchmark', benchmark: 'insert-benchmark', name: 'Insert Benchmark' },
  { kind: 'fsync', benchmark: 'fio', name: 'fsync latency' },
  { kind: 'tproc-c', benchmark: 'tproc-c', name: 'TPROC-C' },
  { kind: 'db-bench', benchmark: 'db_bench', name: 'db_bench' },
  { kind: 'pgbench', benchmark: 'pgbench', name: 'pgbench' },
] as const satisfies readonly { kind: string; benchmark: BenchmarkId; name: string }[];

type BenchmarkView = (typeof BENCHMARK_VIEWS)[number];
export type ReportKind = BenchmarkView['kind'];
export type ReportBenchmark = BenchmarkView['benchmark'];

/** Link to the report that the people of a benchmark know; null for a benchmark without one. */
export function benchmarkViewHref(
  benchmark: BenchmarkId,
  { server, workload }: { server: string; workload: string },
): string | null {
  const view = BENCHMARK_VIEWS.find((candidate) => candidate.benchmark === benchmark);
  if (!view) return null;
  return `/${view.kind}${toQuery([
    ['server', server],
    ['workload', workload],
  ])}`;
}
