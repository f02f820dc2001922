import type { SeriesView } from '@basecase/db/types';
import { expect, it } from 'vitest';
import { testLineEntry } from '../testing/test-series';
import { toSeriesData } from './series-data';

const build = (commit: string, day: string) => ({
  commit,
  branch: 'master',
  committedAt: null,
  number: 7,
  url: null,
  repository: null,
  at: `2026-05-${day}T00:00:00Z`,
});
const night = (column: string, day: string, change = {}) => ({
  column,
  build: build(column.repeat(40), day),
  measuredAt: `2026-05-${day}T03:00:00Z`,
  run: '1',
  otherCpus: column === 'a' ? 0.25 : null,
  repeats: 2,
  status: 'ok' as const,
  values: { throughput: 1234.56789012 },
  ...change,
});

const { server, workload, line, key } = testLineEntry();
const test = {
  name: 'scan',
  range: null,
  group: 'scan',
  position: 1,
  unit: 'Krows/s',
  warmup: false,
  known: true,
};
const view: SeriesView = {
  server,
  workload,
  line,
  lineKey: key,
  test: { ...test, key: 'scan', groupLabel: 'Scans' },
  nights: [night('a', '01'), night('b', '02', { status: 'failed' }), night('c', '03', { values: {} })],
  hiddenNights: 10,
  metrics: ['throughput'],
  verdicts: {},
  releases: [],
  annotations: [],
  records: [],
  isStale: false,
};
const change = { firstBad: 11, lastGood: 10 };

it('has the values that count, with the digits that are shown', () => {
  const data = toSeriesData(view, { tests: [], total: 13 });
  expect(data.values.throughput).toEqual([1234.568, null, null]);
  expect(data.nights.map(({ otherCpus }) => otherCpus)).toEqual([0.25, undefined, undefined]);
  expect(data.nights[1]).toMatchObject({ column: 'b', status: 'failed', number: 7, repeats: 2 });
});

it('knows in which of its nights other tests changed', () => {
  const other = { ...test, key: 'other', name: 'read-only', range: 10, groupLabel: 'Reads' };
  const verdict = { changes: [change, { firstBad: 3 }] } as never;
  const { tests } = toSeriesData(view, {
    total: 13,
    tests: [{ test: other, verdict, release: null, stopped: null, values: [], records: [] }],
  });
  // The verdict of an overview counts the ten nights that are hidden, too.
  expect(tests).toEqual([
    { key: 'other', label: 'read-only range=10', groupLabel: 'Reads', changedAt: ['b'] },
  ]);
});
