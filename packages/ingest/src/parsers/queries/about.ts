import { HARDWARE } from '../../model/benchmark-model';
import type { FormatInfo } from '../../model/format-info';

/** `q1`, `q14b`, `q0.cold` */
const QUERY = /^q(\d{1,3})([a-z]?)(\.cold)?$/;
const SPAN = 26;

/**
 * Suites that run each query by itself: TPC-H, TPC-DS, ClickBench. Rows of the heatmap are the queries; their throughput is 1 / time,
 * so that more is better in every heatmap. The suite and its scale are the label of the workload.
 */
export const queriesFormat: FormatInfo = {
  name: 'queries',
  tool: 'ClickBench, TPC-H and TPROC-H clients',
  benchmark: {
    id: 'queries',
    name: 'Query suites',
    throughputLabel: 'queries/s',
    throughputUnit: 'queries/s',
    heatmapMetrics: ['throughput', 'time_per_op', 'cpu_percent', ...HARDWARE],
    placeTest(name) {
      const [found, number = '', letter = '', cold] = QUERY.exec(name) ?? [];
      const unit = 'queries/s';
      if (found === undefined) return { group: 'suite', position: 0, unit };
      const position = 1 + Number(number) * SPAN + Math.max(0, letter.charCodeAt(0) - 97 || 0);
      return { group: cold ? 'cold' : 'query', position, unit };
    },
    groupLabel: { query: 'Queries', cold: 'First runs of queries', suite: 'The whole suite' },
  },
};
