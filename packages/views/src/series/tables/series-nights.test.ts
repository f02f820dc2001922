import { expect, it } from 'vitest';
import { testLevels, testNight, testRelease, testSeries, testSeriesState } from '../../testing/test-series';
import { readoutSource } from '../words/series-readout';
import { nightsTable } from './series-tables';

const throughput: (number | null)[] = testLevels([
  [40, 1000],
  [40, 900],
]);
throughput[79] = null;
const nights = throughput.map((_, day) => testNight(day, day === 79 ? { status: 'bad_run' } : {}));
const data = testSeries(
  { throughput, cpu_us_per_op: testLevels([[80, 50]]) },
  { releases: [testRelease('18.4', 20, { cpu_us_per_op: 50 })], nights },
);
const rowsOf = (skip: number, count: number, change = {}) => {
  const state = testSeriesState(change);
  return nightsTable(readoutSource(data, state), state, { skip, count });
};

it('has everything that the chart has, the newest night first', () => {
  const table = rowsOf(0, 12);
  expect(table).toMatchObject({ metric: 'QPS', unit: 'queries/s', base: '18.4', cost: 'CPU µs/o' });
  expect(table.rows).toHaveLength(12);
  expect(table.rows[0]).toMatchObject({
    key: 'c79',
    value: null,
    valueText: 'bad',
    ratioText: '–',
    ratio: null,
  });
  expect(table.rows[1]).toMatchObject({
    key: 'c78',
    tone: 'slower',
    isUp: false,
    levelText: '0.90',
    runHref: '/runs/178',
  });
  expect(table.rows[1]?.ratio).toBeCloseTo((throughput[78] ?? 0) / 1000, 10);
  expect(table.rows[1]?.cost).toBeCloseTo(1, 1);
});

it('is read a page at a time', () => {
  expect(rowsOf(0, 50).rows.map(({ key }) => key)).toHaveLength(50);
  const rest = rowsOf(50, 50).rows;
  expect(rest.map(({ key }) => key)).toHaveLength(30);
  expect(rest.at(-1)?.key).toBe('c0');
  expect(rowsOf(500, 50).rows).toEqual([]);
});

it('has no second cost when a cost is the metric', () => {
  expect(rowsOf(0, 1, { metric: 'cpu_us_per_op' })).toMatchObject({ metric: 'CPU µs/o', cost: '' });
});

it('notes where others used the machine', () => {
  const nights = [0.1, 1.6, 0.2].map((otherCpus, day) => testNight(day, { otherCpus }));
  const busy = testSeries({ throughput: [1000, 900, 1000] }, { nights });
  const state = testSeriesState();
  const { rows } = nightsTable(readoutSource(busy, state), state, { skip: 0, count: 3 });
  expect(rows.map(({ note }) => note)).toEqual(['', 'others used 1.6 CPUs', '']);
});
