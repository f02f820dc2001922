import { expect, it } from 'vitest';
import { testLevels, testRelease, testSeries, testSeriesState } from '../../testing/test-series';
import { seriesEvents } from './series-tables';

const annotations = [
  { id: null, at: '2026-06-10T00:00:00Z', label: 'kernel 6.8 → 6.14', by: null, night: 40 },
  { id: '7', at: '2026-05-20T00:00:00Z', label: 'new disk', by: 'ann', night: 19 },
  { id: '8', at: '2027-01-01T00:00:00Z', label: 'moved', by: 'ann', night: null },
];
const data = testSeries(
  {
    throughput: testLevels([
      [40, 1000],
      [40, 900],
    ]),
  },
  {
    breaks: [{ at: 40, label: 'kernel 6.8 → 6.14' }],
    releases: [testRelease('18.3', 5), testRelease('18.4', 45)],
    annotations,
  },
);

it('lists releases and events, the newest first, with what happened at each', () => {
  const rows = seriesEvents(data, testSeriesState());
  expect(rows.map(({ day, label, note }) => [day, label, note])).toEqual([
    ['1 Jan 2027', 'moved', 'no night since'],
    ['15 Jun', '18.4 measured, the base', ''],
    ['10 Jun', 'kernel 6.8 → 6.14', 'at the change of 0.90, not counted against PostgreSQL'],
    ['20 May', 'new disk', 'no change here'],
    ['6 May', '18.3 measured', ''],
  ]);
});

it('marks entered events as removable', () => {
  const rows = seriesEvents(data, testSeriesState());
  expect(rows.filter(({ id }) => id !== null).map(({ label, by }) => [label, by])).toEqual([
    ['moved', 'ann'],
    ['new disk', 'ann'],
  ]);
});

it('says nothing of changes where there are too few nights', () => {
  const few = testSeries(
    { throughput: [1000, 990] },
    { annotations: annotations.map((own) => ({ ...own, night: 1 })) },
  );
  expect(seriesEvents(few, testSeriesState()).map(({ note }) => note)).toEqual(['', '', '']);
});
