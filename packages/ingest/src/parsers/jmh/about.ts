import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/*
 * Rows of the heatmap are methods with their parameters, as JMH prints them: `org.example.Store.get[size=64]`. A benchmark in
 * another mode than throughput is another row, `... (avgt)`, because its numbers are others. Groups are the classes. Modes
 * that print a time have 1 / time as throughput, times the threads, because the time is that of one thread.
 */
const jmhModel: BenchmarkModel = {
  id: 'jmh',
  name: 'JMH',
  throughputLabel: 'op/s',
  throughputUnit: 'operations/s',
  heatmapMetrics: ['throughput', 'time_per_op', 'alloc_bytes_per_op', 'latency_p50', 'latency_p99'],
  placeTest(name) {
    const [method = name] = name.split(/[[ ]/);
    const at = method.lastIndexOf('.');
    return {
      group: at > 0 ? method.slice(0, at) : method,
      unit: 'operations/s',
    };
  },
};

export const jmhFormat: FormatInfo = {
  name: 'jmh',
  tool: 'JMH',
  benchmark: jmhModel,
  diagnostics: {
    'jmh:UNIT_CONTRADICTS_MODE':
      'The mode and the unit of a score say different things: a throughput in seconds per operation, a time in operations per second. Nobody knows whether more is better, so it is a fact and no result.',
    'jmh:ROUNDED':
      'A score that the table rounds to a power of ten (≈ 10⁻⁴). The JSON (-rf json) or another unit (-tu ns) has its digits.',
    'jmh:SEVERAL_TABLES':
      'Tables of one file list the same benchmarks: each is a separate run, with its number as its workload.',
  },
};
