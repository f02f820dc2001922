import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/*
 * Rows of the heatmap are benchmarks by the names of their functions, after the package that they are in:
 * `golang.org/x/perf/benchfmt:Read/size=1k`. Groups are the packages; of a benchmark without one what comes before the first
 * slash. `go test` prints times; the throughput is 1 / time of an operation.
 */

/** Between the package and the name of a benchmark: no import path may hold it. */
export const PACKAGE_MARK = ':';

const goBenchModel: BenchmarkModel = {
  id: 'go-bench',
  name: 'Go benchmarks',
  throughputLabel: 'op/s',
  throughputUnit: 'operations/s',
  heatmapMetrics: ['throughput', 'time_per_op', 'bandwidth', 'alloc_bytes_per_op', 'allocs_per_op'],
  placeTest(name) {
    const [, found] = /^([^:]+):./.exec(name) ?? [];
    return {
      group: found ?? name.split('/')[0] ?? name,
      unit: 'operations/s',
    };
  },
};

export const goBenchFormat: FormatInfo = {
  name: 'go-bench',
  tool: 'go test -bench',
  benchmark: goBenchModel,
  diagnostics: {
    'go-bench:NO_TIME':
      'Benchmarks that print no time per operation, only custom units: the values are facts of the file, without a result.',
    'go-bench:SKIPPED': 'A benchmark that skipped itself. It has no result.',
  },
};
