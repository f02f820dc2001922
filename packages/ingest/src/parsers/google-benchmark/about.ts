import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/*
 * Rows of the heatmap are benchmarks by the names that their program gives them: `BM_Sort/4096/threads:8`. Programs have
 * their own benchmarks, so every name is known, and the family is the text before the first slash. Google Benchmark
 * prints times; the throughput is 1 / time of an operation.
 */
const googleBenchmarkModel: BenchmarkModel = {
  id: 'google-benchmark',
  name: 'Google Benchmark',
  throughputLabel: 'op/s',
  throughputUnit: 'operations/s',
  heatmapMetrics: ['throughput', 'time_per_op', 'cpu_time_per_op', 'bandwidth'],
  placeTest: (name) => ({
    group: name.split('/')[0] ?? name,
    unit: 'operations/s',
  }),
};

export const googleBenchmarkFormat: FormatInfo = {
  name: 'google-benchmark',
  tool: 'Google Benchmark',
  benchmark: googleBenchmarkModel,
  diagnostics: {
    'google-benchmark:AGGREGATES_ONLY':
      'Benchmarks of which only aggregates were printed (--benchmark_report_aggregates_only): the median counts as one result, else the mean.',
    'google-benchmark:SKIPPED': 'A benchmark that its program skipped. It has no result.',
  },
};
