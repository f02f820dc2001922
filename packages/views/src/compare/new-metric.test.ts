import type { Metric, MetricId } from '@basecase/ingest/model';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** No such metric. */
const INVENTED = 'cache_misses_per_op' as MetricId;

/** What the recipe "add a metric" asks for, done to registries that no other test has. */
beforeAll(async () => {
  vi.resetModules();
  const { benchmarkModel, METRICS } = await import('@basecase/ingest/model');
  const invented: Metric = {
    id: INVENTED,
    label: 'misses/o',
    unit: 'cache misses per operation',
    direction: 'lower-is-better',
    decimals: 1,
    shown: null,
    bounds: { min: 0, max: 1e9, reason: 'one operation does not miss so often' },
    floor: 0,
    description: 'Last-level cache misses per operation.',
  };
  Object.assign(METRICS, { [INVENTED]: invented });
  const sysbench = benchmarkModel('sysbench');
  Object.assign(sysbench, { heatmapMetrics: [...sysbench.heatmapMetrics, INVENTED] });
});
afterAll(() => vi.resetModules());

it('shows, explains and exports a metric that is in the registry, and nothing else knows it', async () => {
  const { compareUrl, exportTable, heatmapModel, toColumnSet, toHeatmapData, toHeatmapSelection } =
    await import('./index');
  const { panelModel } = await import('./cell/index');
  const { makeView } = await import('../testing/test-view');
  const matrix = makeView({
    benchmark: 'sysbench',
    columns: ['MySQL 8.0.43', 'MySQL 9.4.0'],
    tests: { 'point-query': [100, 100] },
  }).matrix;
  const view = {
    ...makeView({ benchmark: 'sysbench', columns: [], tests: {} }),
    matrix: { ...matrix, values: { ...matrix.values, [INVENTED]: [[20, 25]] } },
  };
  const data = toHeatmapData(view);
  const state = compareUrl.parse(new URLSearchParams('metric=misses/o'));
  expect(state.metric).toBe(INVENTED);

  const columns = toColumnSet(data, state);
  const { groups } = heatmapModel(columns, state);
  // 25 / 20: more of a cost is worse.
  expect(groups[0]?.rows[0]?.cells.at(-1)).toMatchObject({
    text: '1.25',
    className: expect.stringMatching(/\br3 cost\b/),
  });

  const panel = panelModel(toHeatmapSelection(columns, state), { row: 0, column: 1 });
  expect(panel?.metrics).toContain('misses/o');
  expect(panel?.absolute.map(({ cells }) => cells)).toEqual([
    expect.arrayContaining(['20.0']),
    expect.arrayContaining(['25.0']),
  ]);

  const exported = JSON.parse(exportTable({ view, data }, state, 'json'));
  expect(exported.rows[0]).toMatchObject({ absolute: [20, 25], relative: [1, 1.25] });
  // A plain threshold ignores noise.
  expect(exported).toMatchObject({ rule: { name: 'thresholds' }, rows: [{ certainty: [null, null] }] });
});
