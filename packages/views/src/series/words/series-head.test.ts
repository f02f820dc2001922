import { expect, it } from 'vitest';
import { testLevels, testNight, testSeries } from '../../testing/test-series';
import { seriesHead, seriesNotes } from './series-readout';

it('names the subject of the numbers', () => {
  const data = testSeries({ throughput: testLevels([[200, 1000]]) });
  expect(seriesHead(data)).toEqual({
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
  expect(seriesHead(one)).toMatchObject({
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
  expect(seriesHead({ ...data, hiddenNights: 300 }).meta[0]).toMatch(/^320 nights/);
});

it('says in how many nights others used the machine', () => {
  const used = [0.1, 1.6, null, 0.9, 0.3];
  const nights = used.map((otherCpus, day) => testNight(day, { otherCpus }));
  const data = testSeries({ throughput: [1, 1, 1, 1, 1] }, { nights });
  const sentence = (change: object = {}) => seriesNotes({ ...data, ...change });
  expect(sentence()).toEqual([
    'Others used the machine in 2 of 4 nights, up to 1.6 CPUs; 1 night unknown: noise and levels may be theirs.',
  ]);
  expect(sentence({ server: { ...data.server, cores: null } })[0]).toMatch(/in 2 of 4 nights/);
  expect(sentence({ server: { ...data.server, cores: 64 } })).toEqual([]);
});
