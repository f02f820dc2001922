import { HARDWARE, LATENCIES } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** Rows of the heatmap are the tests of redis-benchmark: `set`, `lrange_100`, or a command as it was given. */
export const redisBenchmarkFormat: FormatInfo = {
  name: 'redis-benchmark',
  tool: 'redis-benchmark',
  benchmark: {
    id: 'redis-benchmark',
    name: 'redis-benchmark',
    throughputLabel: 'requests/s',
    throughputUnit: 'requests/s',
    heatmapMetrics: ['throughput', 'cpu_per_op', 'cs_per_op', ...LATENCIES, ...HARDWARE],
    placeTest: (name) => {
      const isOther = name.includes(' ');
      return { group: isOther ? 'other' : 'commands', position: Number(isOther), unit: 'requests/s' };
    },
    groupLabel: { commands: 'Commands' },
  },
};
