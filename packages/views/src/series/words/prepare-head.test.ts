import { expect, it } from 'vitest';
import { testLevels, testSeries } from '../../testing/test-series';
import { prepareSeriesHead, seriesNotes } from './prepare-head';

it('says what the numbers are of', () => {
  const data = testSeries({ throughput: testLevels([[200, 1000]]) });
  expect(prepareSeriesHead(data)).toEqual({
    title: 'update-zipf',
    on: 'range=100, PostgreSQL 19devel on 8-core PN53',
    meta: [
      '200 nights, 1 May to 16 Nov 2026',
      'sysbench, cached',
      '1 client, pk',
      'branch master',
      'config x10b',
    ],
  });
  const one = testSeries(
    { throughput: [1000] },
    { test: { key: 'scan', name: 'scan', range: null, unit: '' } },
  );
  expect(prepareSeriesHead(one)).toMatchObject({
    on: 'PostgreSQL 19devel on 8-core PN53',
    meta: expect.arrayContaining(['1 night, 1 May 2026']),
  });
});

it('says how many nights are left out', () => {
  const data = testSeries({ throughput: testLevels([[20, 1000]]) });
  expect(seriesNotes(data)).toEqual([]);
  expect(seriesNotes({ ...data, hiddenNights: 300 })).toEqual([
    'The newest 20 nights are shown; 300 older nights are left out.',
  ]);
  expect(prepareSeriesHead({ ...data, hiddenNights: 300 }).meta[0]).toMatch(/^320 nights/);
});
