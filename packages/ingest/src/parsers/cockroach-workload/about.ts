import { COSTS_PER_OPERATION, HARDWARE, LATENCIES } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** Rows of the heatmap are the types of operations, `read`, `transfer`, and `all` of them together. TPC-C is in `parsers/tpcc`. */
export const cockroachWorkloadFormat: FormatInfo = {
  name: 'cockroach-workload',
  tool: 'cockroach workload',
  benchmark: {
    id: 'cockroach-workload',
    name: 'cockroach workload',
    throughputLabel: 'ops/s',
    throughputUnit: 'operations/s',
    heatmapMetrics: [
      'throughput',
      'cpu_us_per_op',
      'cpu_per_op',
      ...COSTS_PER_OPERATION,
      ...LATENCIES,
      ...HARDWARE,
    ],
    placeTest: (name) => ({ group: 'operations', position: Number(name !== 'all'), unit: 'operations/s' }),
    groupLabel: { operations: 'Operations' },
  },
};
