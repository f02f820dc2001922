import { HARDWARE } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** Rows of the heatmap are what mysqlslap calls the type of the test: `mixed`, `read`, or `queries` where it prints none. */
export const mysqlslapFormat: FormatInfo = {
  name: 'mysqlslap',
  tool: 'mysqlslap',
  benchmark: {
    id: 'mysqlslap',
    name: 'mysqlslap',
    throughputLabel: 'sets/s',
    throughputUnit: 'query sets/s',
    heatmapMetrics: ['throughput', 'time_per_op', 'cpu_percent', ...HARDWARE],
    placeTest: () => ({ group: 'tests', unit: 'query sets/s' }),
    groupLabel: { tests: 'Query sets' },
  },
};
