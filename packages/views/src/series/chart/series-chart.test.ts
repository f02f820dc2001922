import { describe, expect, it } from 'vitest';
import { testLevels, testRelease, testSeries, testSeriesState } from '../../testing/test-series';
import { seriesChart } from './series-chart';

const throughput = testLevels([
  [60, 1000],
  [60, 900],
  [2, 820],
]);
const cpu = testLevels([
  [60, 50],
  [62, 55.5],
]);
const releases = [testRelease('18.4', 45, { cpu_us_per_op: 50 })];
const data = testSeries(
  {
    throughput,
    cpu_us_per_op: cpu,
    write_kb_per_op: throughput.map(() => 0),
    cs_per_op: testLevels([[122, 5]]),
  },
  { releases, annotations: [{ id: '1', at: '2026-06-01T00:00:00Z', label: 'disk', by: 'ann', night: 31 }] },
);
const draw = (change = {}) => {
  const chart = seriesChart(data, testSeriesState(change));
  if (!chart) throw new Error('nothing is drawn');
  return chart;
};

describe('seriesChart', () => {
  it('draws the metric first, then its costs, and nothing that is always zero', () => {
    expect(draw().panels.map(({ title }) => title)).toEqual(['QPS', 'CPU µs/o']);
    expect(draw({ charts: 'all' }).panels.map(({ title }) => title)).toEqual(['QPS', 'CPU µs/o', 'cs/o']);
    expect(draw({ metric: 'cpu_per_op' }).panels.map(({ title }) => title)).toEqual(['CPU µs/o', 'QPS']);
  });

  it('draws ratios to the release, and the change between two levels', () => {
    const [main] = draw().panels;
    expect(main?.values[0]).toBeCloseTo(1, 1);
    expect(main?.levels.map(({ tone }) => tone)).toEqual(['plain', 'slower']);
    expect(main?.changes).toMatchObject([
      { tone: 'slower', isSure: true, size: '0.90 ± 0.01', words: '30 Jun, sure' },
    ]);
    expect(main?.changes[0]?.low).toBeLessThan(main?.changes[0]?.after ?? 0);
    // Half of the way between the last good night and the first bad one.
    expect(main?.changes[0]?.x).toBe(main?.levels[1]?.from);
    expect(main?.ends.map(({ text }) => text)).toEqual(['1.00 is 18.4', '0.90 since 30 Jun', '0.82, likely']);
  });

  it('has a panel of the cost with the same axis, its tone the other way round', () => {
    const { panels, at } = draw();
    expect(panels[1]).toMatchObject({ slower: 'up', changes: [] });
    expect(panels[1]?.levels.map(({ tone }) => tone)).toEqual(['plain', 'slower']);
    expect(panels[1]?.values).toHaveLength(at.length);
  });

  it('draws values where nothing is divided, with the release as a line', () => {
    const [main] = draw({ base: 'absolute' }).panels;
    expect(main).toMatchObject({ reference: 1000, hint: 'queries/s' });
    expect(main?.ends[0]?.text).toBe('18.4: 1\u202f000');
  });

  it('marks releases where they were measured, events, and what was picked', () => {
    const chart = draw({ a: 'c10', b: 'gone' });
    expect(chart.releases).toEqual([{ x: chart.at[45], text: '18.4, base' }]);
    expect(chart.events).toEqual([{ x: chart.at[31], text: 'disk' }]);
    expect(chart.picked).toEqual([{ letter: 'A', night: 10 }]);
  });

  it('scales to the nights in view', () => {
    const near = draw({ from: 'c0', to: 'c30' });
    expect(near.to).toBeLessThan(near.at[31] ?? 0);
    expect(near.panels[0]?.from).toBeGreaterThan(0.92);
    expect(near.panels[0]?.ends.at(-1)?.text).toBe('1.00');
  });

  it('is nothing where no night in view has the metric', () => {
    expect(seriesChart(data, testSeriesState({ metric: 'latency_p95' }))).toBeNull();
    expect(seriesChart(testSeries({}), testSeriesState())).toBeNull();
  });

  it('says in words where the levels are', () => {
    expect(draw().description).toBe(
      'QPS, queries/s, ratio to 18.4, over 122 nights: 1.00 until 29 Jun, 0.90 since 30 Jun',
    );
  });
});

describe('the label of the base next to the chart', () => {
  const endOf = (own: typeof data) => seriesChart(own, testSeriesState())?.panels[0]?.ends[0]?.text ?? '';

  it('is the median night until there are levels', () => {
    expect(endOf(testSeries({ throughput: testLevels([[11, 1000]]) }))).toBe('1.00 is the median night');
  });

  it('is cut where the name of a version is longer than the room for it', () => {
    const named = { ...data, releases: [testRelease('18.4-with-a-very-long-name', 45)] };
    expect(endOf(named)).toBe('1.00 is 18.4-with-a-ver…');
  });
});
