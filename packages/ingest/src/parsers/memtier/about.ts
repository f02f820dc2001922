import { HARDWARE, LATENCIES } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** Rows of the heatmap are the commands as memtier_benchmark names them, and `totals`. */
export const memtierFormat: FormatInfo = {
  name: 'memtier',
  tool: 'memtier_benchmark',
  benchmark: {
    id: 'memtier',
    name: 'memtier_benchmark',
    throughputLabel: 'ops/s',
    throughputUnit: 'operations/s',
    heatmapMetrics: ['throughput', 'cpu_per_op', 'cs_per_op', ...LATENCIES, 'bandwidth', ...HARDWARE],
    placeTest: (name) => {
      const position = ['totals', 'sets', 'gets'].indexOf(name);
      return { group: 'commands', position: position < 0 ? 3 : position, unit: 'operations/s' };
    },
    groupLabel: { commands: 'Commands' },
  },
};
