import { groupLabel, HEATMAP_METRICS, type MetricId, testInfo, testLabel } from '@basecase/ingest/model';
import type { HeatmapData } from '../compare/heatmap-data';

/** Test data: columns v1, v2, ... of one product; one test for each row of values, in the order given. */
export function heatmapData(
  values: Partial<Record<MetricId, (number | null)[][]>>,
  tests: [name: string, range: number | null][] = [],
): HeatmapData {
  const matrix = Object.values(values)[0] ?? [];
  const columns = matrix[0] ?? [];
  return {
    server: { slug: 's', name: 'pn53', cores: 8 },
    workload: {
      slug: 'w',
      benchmark: 'sysbench',
      throughputLabel: 'QPS',
      label: 'sysbench',
      details: [],
      origin: 'recorded',
      source: null,
      relativeTo: null,
    },
    columns: columns.map((_, index) => ({
      slug: `v${index + 1}`,
      label: `run ${index + 1}`,
      product: 'MySQL',
      version: `${index + 1}.0`,
      flavour: null,
      config: null,
    })),
    rows: matrix.map((_, index) => {
      const [name, range] = tests[index] ?? ['point-query', index + 1];
      const { group, unit } = testInfo('sysbench', name, range);
      return {
        key: testLabel(name, range),
        name,
        range,
        group,
        groupLabel: groupLabel('sysbench', group),
        unit,
      };
    }),
    metrics: [...HEATMAP_METRICS],
    recorded: HEATMAP_METRICS.filter((metric) => values[metric]),
    sources: {},
    noise: null,
    setups: null,
    verdicts: [],
    pending: null,
    values,
    repeats: null,
    spread: null,
    excluded: [],
  };
}
