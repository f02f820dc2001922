import type { BenchmarkModel } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** Rows of the heatmap are the tests of redis-benchmark: `set`, `lrange_100`, or a command as it was given. */
const redisModel: BenchmarkModel = {
  id: 'redis-benchmark',
  name: 'redis-benchmark',
  throughputLabel: 'requests/s',
  throughputUnit: 'requests/s',
  heatmapMetrics: ['throughput', 'cpu_per_op', 'cs_per_op', 'latency_avg', 'latency_p95', 'latency_p99'],
  placeTest: (name) => ({
    group: name.includes(' ') ? 'other' : 'commands',
    position: name.includes(' ') ? 1 : 0,
    unit: 'requests/s',
    warmup: false,
    known: true,
  }),
  groupLabel: (group) => (group === 'commands' ? 'Commands' : 'Other commands'),
};

export const redisBenchmarkFormat: FormatInfo = {
  name: 'redis-benchmark',
  tool: 'redis-benchmark',
  benchmark: redisModel,
};
