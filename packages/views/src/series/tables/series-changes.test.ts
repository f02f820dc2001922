import type { SeriesChangeRecord } from '@basecase/db/types';
import { expect, it } from 'vitest';
import { testLevels, testNight, testRelease, testSeries, testSeriesState } from '../../testing/test-series';
import { changeNights, noChangesText, sameNight, seriesChanges } from './series-tables';

const record: SeriesChangeRecord = {
  slug: 'abc',
  firstBad: 'c60',
  kind: 'regression',
  state: 'new',
  verdict: 'regression',
  sameNight: 2,
};
const values = testLevels([
  [30, 960],
  [30, 1000],
  [40, 900],
  [2, 800],
]);
const tests = [
  { key: 'update-zipf_range=100', label: 'update-zipf range=100', groupLabel: 'Writes', changedAt: ['c60'] },
  { key: 'update-one', label: 'update-one', groupLabel: 'Writes', changedAt: ['c60'] },
  { key: 'scan', label: 'scan', groupLabel: 'Scans', changedAt: ['c10'] },
];
const data = testSeries(
  { throughput: values },
  { releases: [testRelease('18.4', 45)], records: [record], tests },
);
const state = testSeriesState();

it('lists changes, the newest first, and marks the one that the sentence is about', () => {
  const rows = seriesChanges(data, state);
  expect(
    rows.map(({ key, tone, isSure, isStanding, recordHref }) => ({
      key,
      tone,
      isSure,
      isStanding,
      recordHref,
    })),
  ).toEqual([
    { key: 'c100', tone: 'slower', isSure: false, isStanding: false, recordHref: null },
    { key: 'c60', tone: 'slower', isSure: true, isStanding: true, recordHref: '/r/abc' },
    { key: 'c30', tone: 'faster', isSure: true, isStanding: false, recordHref: null },
  ]);
  expect(rows[0]).toMatchObject({ interval: 'likely', nights: 2, note: 'newest nights only' });
  expect(rows[1]).toMatchObject({ ratioText: '0.90', interval: '± 0.01', day: '30 Jun', note: '' });
  expect(changeNights(data, state)).toEqual([30, 60, 100]);
});

it('names what else changed in the night of that change, with a link to each', () => {
  expect(sameNight(data, state)).toEqual({
    day: '30 Jun',
    tests: [
      { label: 'update-one', href: '/series?server=pn53&workload=w&line=19devel@master&test=update-one' },
    ],
    more: 0,
  });
  const many = Array.from({ length: 9 }, (_, index) => ({
    ...tests[1],
    key: `t${index}`,
    label: `t${index}`,
  }));
  expect(sameNight({ ...data, tests: many as typeof tests }, state)).toMatchObject({ more: 3 });
  expect(sameNight({ ...data, tests: [] }, state)).toBeNull();
});

it('notes an environment change, and when a change was taken back', () => {
  const beside = testSeries(
    {
      throughput: testLevels([
        [30, 1000],
        [30, 900],
      ]),
    },
    { breaks: [{ at: 30, label: 'kernel' }] },
  );
  expect(seriesChanges(beside, state)[0]).toMatchObject({
    tone: 'plain',
    note: 'at kernel, not counted against PostgreSQL',
  });
  const back = testSeries({
    throughput: testLevels([
      [30, 1000],
      [30, 900],
      [30, 1000],
    ]),
  });
  expect(seriesChanges(back, state).at(-1)).toMatchObject({ note: 'back on 30 Jun' });
});

it('has no records and no other tests for a cost, nor changes of a metric that is not there', () => {
  const cost = testSeries(
    {
      throughput: values,
      cpu_us_per_op: testLevels([
        [60, 50],
        [42, 60],
      ]),
    },
    { records: [record], tests },
  );
  const ofCost = testSeriesState({ metric: 'cpu_us_per_op' });
  expect(seriesChanges(cost, ofCost)).toMatchObject([{ key: 'c60', tone: 'slower', recordHref: null }]);
  expect(sameNight(cost, ofCost)).toBeNull();
  expect(seriesChanges(cost, testSeriesState({ metric: 'latency_p95' }))).toEqual([]);
});

it('gives the reason for an empty table', () => {
  const quiet = testSeries({ throughput: testLevels([[40, 1000]]) });
  expect(noChangesText(quiet, state)).toContain('noise of these nights');
  expect(noChangesText(testSeries({ throughput: [1000] }), state)).toContain('Too few nights');
  expect(noChangesText(quiet, testSeriesState({ metric: 'latency_p95' }))).toContain('Nothing is known');
});

it('says when others used the machine more, or less, since a change', () => {
  const values = testLevels([
    [30, 1000],
    [30, 1200],
  ]);
  const noteWith = (usedAt: (night: number) => number | null) => {
    const nights = values.map((_, day) => testNight(day, { otherCpus: usedAt(day) }));
    return seriesChanges(testSeries({ throughput: values }, { nights }), testSeriesState())[0]?.note;
  };
  expect(noteWith((night) => (night < 30 ? 1.6 : 0.2))).toBe('others used 1.6 CPUs before, 0.2 since');
  expect(noteWith(() => 1.6)).toBe('');
  expect(noteWith((night) => (night < 30 ? null : 1.6))).toBe('');
});
