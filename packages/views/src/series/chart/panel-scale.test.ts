import { expect, it } from 'vitest';
import { panelScale } from './panel';

const ask = { outliers: [], reference: 1, metric: null, wanted: 7 };

it('does not start at zero, and has 1.00 in view', () => {
  const { from, to, ticks } = panelScale({ ...ask, values: [0.9, 0.96] });
  expect(from).toBeGreaterThan(0.85);
  expect(to).toBeGreaterThan(1);
  expect(ticks.map(({ text }) => text)).toContain('1.00');
});

it('does not stretch a flat series until its noise is a cliff', () => {
  const { from, to } = panelScale({ ...ask, values: [0.999, 1.001] });
  expect(to - from).toBeGreaterThan(0.1);
});

it('draws an outlier at the edge if it would flatten everything else', () => {
  const near = panelScale({ ...ask, values: [0.9, 1.1], outliers: [0.75] });
  expect(near.from).toBeLessThan(0.75);
  const far = panelScale({ ...ask, values: [0.9, 1.1], outliers: [0.1] });
  expect(far.from).toBeGreaterThan(0.8);
});

it('never goes below zero, and writes values of a metric as they are shown', () => {
  const { from, ticks } = panelScale({ ...ask, reference: null, values: [0, 20_000], metric: 'throughput' });
  expect(from).toBe(0);
  expect(ticks.map(({ text }) => text)).toContain('20\u202f000');
});

it('stands where nothing is known', () => {
  expect(panelScale({ ...ask, reference: null, values: [] })).toEqual({ from: 0, to: 1, ticks: [] });
});
