import type { CompareColumn, ProductHeatmap, ProductView } from '@basecase/db/types';
import { expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { toTrendsData } from './trends-data';
import type { TrendsMetric } from './trends-state';

/** A heatmap of PostgreSQL with a column for each name, `18.0 x10b` or `18.0 x10b debug`. */
function viewOf(names: string[]): ProductView {
  const { rows, ...sent } = heatmapData({ throughput: [names.map((_, index) => 100 + index)] });
  const columns = names.map((name): CompareColumn => {
    const [version = '', config = null, flavour = null] = name.split(' ');
    return { slug: name, label: name, product: 'PostgreSQL', version, config, flavour, runs: 1 };
  });
  return {
    server: 's',
    workload: 'w',
    matrix: {
      columns,
      rows: rows.map((row, position) => ({ ...row, label: row.name, position, warmup: false, known: true })),
      values: { throughput: sent.values.throughput ?? [] },
      sources: {},
      status: [names.map(() => 'ok')],
      repeats: [names.map(() => 1)],
      spread: [names.map(() => null)],
    },
  };
}

function linesIn(view: ProductView, metric: TrendsMetric) {
  const entry = {
    product: 'PostgreSQL',
    server: { slug: 's', name: 's', cores: 8 },
    workload: { slug: 'w', cached: true, clients: 1, source: null, details: [], relativeTo: null },
  } as unknown as ProductHeatmap;
  const { trendLines } = toTrendsData({
    product: 'PostgreSQL',
    benchmark: 'sysbench',
    metric,
    title: 'a test',
    isMean: false,
    tests: [{ keys: [view.matrix.rows[0]?.key ?? ''], unit: 'queries/s' }],
    chosen: [entry],
    views: [view],
    records: [],
  });
  return trendLines;
}

function linesOf(...names: string[]) {
  return linesIn(viewOf(names), 'throughput');
}

it('a line has one config and one build, in release order', () => {
  const lines = linesOf('17.0 x10a', '18.1 x10b', '18.0 x10b', '16.0 x10a', '17.5 x10a', '17.5 x10a debug');
  expect(lines.map(({ columns }) => columns.map(({ slug }) => slug))).toEqual([
    ['16.0 x10a', '17.0 x10a', '17.5 x10a'],
    ['18.0 x10b', '18.1 x10b'],
    ['17.5 x10a debug'],
  ]);
  expect(lines.map(({ values }) => values)).toEqual([[[103, 100, 104]], [[102, 101]], [[105]]]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
});

it('brings what was recorded in turns, which its ratios are of; other metrics have none', () => {
  const slices = (middle: number) => Array.from({ length: 8 }, (_, round) => middle + (round % 4) * 10);
  const view = viewOf(['17.0', '18.0']);
  view.matrix.values.cs_per_op = [[20, 21]];
  view.matrix.rounds = [{ id: 'a', restartEvery: 6, values: [[slices(100), slices(90)]] }];
  const [line] = linesIn(view, 'throughput');
  expect(line?.rounds?.[0]?.values).toEqual([[slices(100), slices(90)]]);
  const [cost] = linesIn(view, 'cs_per_op');
  expect(cost).toMatchObject({ values: [[20, 21]] });
  expect(cost?.rounds).toBeUndefined();
  expect(linesIn(viewOf(['17.0', '18.0']), 'throughput')[0]?.rounds).toBeUndefined();
});
