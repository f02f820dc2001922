import { expect, it } from 'vitest';
import { testLevels, testRelease, testSeries, testSeriesState } from '../testing/test-series';
import { seriesBase } from './series-levels';
import { seriesMenu } from './series-page';

const data = testSeries(
  {
    throughput: testLevels([[60, 1000]]),
    cpu_per_op: testLevels([[60, 2]]),
    cpu_us_per_op: testLevels([[60, 50]]),
  },
  { releases: [testRelease('18.3', 5), testRelease('18.4', 20)] },
);
const menuOf = (change = {}) => {
  const state = testSeriesState(change);
  return seriesMenu(data, state, seriesBase(data, state.base));
};

it('offers metrics once, releases the newest first, and spans that leave something out', () => {
  const menu = menuOf({ base: '18.3', span: '30' });
  expect(menu.metrics.map(({ label, isChosen }) => [label, isChosen])).toEqual([
    ['QPS', true],
    ['CPU µs/o', false],
  ]);
  expect(menu.bases.map(({ value, text, isChosen }) => [value, text, isChosen])).toEqual([
    ['18.4', '18.4, last release', false],
    ['18.3', '18.3', true],
    ['first', 'first level', false],
    ['absolute', 'nothing: absolute values', false],
  ]);
  expect(menu.spans.map(({ text, isChosen }) => [text, isChosen])).toEqual([
    ['30', true],
    ['All 60', false],
  ]);
});

it('presses no span while zoomed', () => {
  expect(menuOf({ from: 'c1' }).spans.some(({ isChosen }) => isChosen)).toBe(false);
});

it('leads to the releases of the same test, and to all tests', () => {
  const menu = menuOf();
  expect(menu.releasesHref).toBe(
    '/trends?product=PostgreSQL&benchmark=sysbench&test=update-zipf_range=100&on=pn53@w',
  );
  expect(menu.overviewHref).toBe('/series?server=pn53&workload=w&line=19devel@master');
});

it('names what ratios are to while there are too few nights for levels', () => {
  const few = testSeries({ throughput: testLevels([[11, 1000]]) });
  const state = testSeriesState();
  const { bases } = seriesMenu(few, state, seriesBase(few, state.base));
  expect(bases[0]).toEqual({ value: 'first', text: 'median night', isChosen: true });
});
