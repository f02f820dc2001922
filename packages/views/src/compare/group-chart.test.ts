import { expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { toColumnSet } from './column-set';
import { compareUrl } from './compare-state';
import { drawGroupChart, groupChart, hasGroupChart } from './group-chart';
import { heatmapModel } from './heatmap/heatmap-model';

const TESTS: [string, number | null][] = [
  ['point-query', 100],
  ['hot-points', 100],
  ['update-index', null],
];
const data = (values: (number | null)[][]) =>
  heatmapData({ throughput: values }, TESTS.slice(0, values.length));
const chartOf = (values: (number | null)[][]) => groupChart(data(values), compareUrl.defaults);

it('a bar is the geometric mean of the tests of a group, against the base', () => {
  // √(0.5 × 0.98) = 0.7
  const chart = chartOf([
    [100, 50],
    [100, 98],
    [10, 11],
  ]);
  const means = chart?.groups.map((group) => group.means.map((mean) => mean && Number(mean.toFixed(4))));
  expect(means).toEqual([
    [1, 0.7],
    [1, 1.1],
  ]);
  expect(chart?.from).toBe(0.6);
  expect(chart?.caption).toContain('The axis is cut: it begins at 0.60.');
  expect(chart?.alt).toContain('2.0 0.70');
});

it('a cut axis has a break, and one from zero has none', () => {
  const [cut, whole] = [chartOf([[100, 70]]), chartOf([[100, 10]])];
  if (!cut || !whole) throw new Error('no chart');
  expect(whole.from).toBe(0);
  expect(drawGroupChart(cut).cut).not.toBe('');
  expect(drawGroupChart(whole).cut).toBe('');
  expect(drawGroupChart(whole).bars.map(({ tone }) => tone)).toEqual(['plain', 'worse']);
});

it('a missing value has no bar, and without any other value than the base there is no chart', () => {
  const chart = chartOf([[100, null, 90]]);
  if (!chart) throw new Error('no chart');
  expect(drawGroupChart(chart).bars.length).toBe(2);
  expect(chart.alt).toContain('2.0 –');
  expect(chartOf([[100, null]])).toBeNull();
  expect(chartOf([[100]])).toBeNull();
});

it.each([
  [[[100, 90]], {}],
  [[[100, null]], {}],
  [[[100]], {}],
  [[[0, 90]], {}],
  [[[100, 0]], {}],
  [
    [
      [100, 90],
      [100, null],
    ],
    { q: 'hot' },
  ],
  [
    [
      [100, 90],
      [100, 80],
    ],
    { fold: ['read'] },
  ],
])('is offered where it can be drawn: %j %j', (values, change) => {
  const state = { ...compareUrl.defaults, ...change };
  const model = heatmapModel(toColumnSet(data(values), state), state);
  expect(hasGroupChart(model)).toBe(groupChart(data(values), state) !== null);
});

it('bars stay in the picture for 60 versions and for values far apart', () => {
  const many = Array.from({ length: 60 }, (_, version) => 100 * (1 + version));
  const chart = chartOf([many]);
  if (!chart) throw new Error('no chart');
  const drawing = drawGroupChart(chart);
  for (const { x, y, width, height } of drawing.bars) {
    expect(x + width).toBeLessThanOrEqual(drawing.width);
    expect(y).toBeGreaterThan(0);
    expect(height).toBeGreaterThanOrEqual(0);
  }
});
