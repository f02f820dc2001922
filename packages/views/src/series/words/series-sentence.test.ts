import { describe, expect, it } from 'vitest';
import { testLevels, testRelease, testSeries, testSeriesState } from '../../testing/test-series';
import type { SeriesData } from '../series-data';
import { seriesBase } from '../series-levels';
import { seriesSentence } from './series-sentence';

const sentence = (
  data: SeriesData,
  metric: 'throughput' | 'cpu_us_per_op' | 'latency_p95' = 'throughput',
) => {
  const { strong, rest } = seriesSentence(data, testSeriesState({ metric }), seriesBase(data, ''));
  return strong + rest;
};
const releases = [testRelease('18.4', 45)];

describe('seriesSentence', () => {
  it('says the change that stands, its cost, and what is only possible', () => {
    const throughput = testLevels([
      [40, 1000],
      [40, 900],
      [2, 820],
    ]);
    const cpu = testLevels([
      [40, 50],
      [42, 50 / 0.9],
    ]);
    const data = testSeries({ throughput, cpu_us_per_op: cpu }, { releases });
    expect(sentence(data)).toMatch(
      /^Slower since 10 Jun, g[0-9a-f]{8}: 0\.90 ± 0\.01, sure\. CPU per operation rose by the same\. Two newest nights are lower still \(0\.9\d of the level\), likely, not confirmed\.$/,
    );
  });

  it('begins with a stop, whatever the levels before it say', () => {
    const throughput = [...testLevels([[40, 1000]]), 0, 0];
    const data = testSeries({ throughput }, { releases });
    expect(sentence(data)).toMatch(
      /^Stopped working since \d+ [A-Z][a-z]{2}, g[0-9a-f]{8}: did no operation\. /,
    );
    const nights = data.nights.map((night, index) =>
      index < 41 ? night : { ...night, status: 'failed' as const },
    );
    const failed = { ...data, nights, values: { throughput: [...throughput.slice(0, 40), 1000, null] } };
    expect(sentence(failed)).toMatch(/^Stopped working since .*: failed\. /);
    const again = { ...data, values: { throughput: [...throughput.slice(0, 41), 1000] } };
    expect(sentence(again)).not.toContain('Stopped');
  });

  it('has three sentences at most', () => {
    const throughput = testLevels([
      [40, 1000],
      [40, 900],
      [40, 1000],
      [40, 850],
      [2, 700],
    ]);
    const cpu = testLevels([
      [120, 50],
      [42, 60],
    ]);
    const data = testSeries({ throughput, cpu_us_per_op: cpu }, { releases, isStale: true });
    expect(sentence(data).match(/\.(?= |$)/g)).toHaveLength(3);
  });

  it('names an external event, and does not attribute the change to the software', () => {
    const data = testSeries(
      {
        throughput: testLevels([
          [40, 1000],
          [40, 900],
        ]),
      },
      { releases, breaks: [{ at: 40, label: 'kernel 6.8 → 6.14' }] },
    );
    expect(sentence(data)).toBe(
      'No change of PostgreSQL in 80 nights. The level is 0.90 of 18.4. 0.90 ± 0.01 since 10 Jun at kernel 6.8 → 6.14, not counted against PostgreSQL.',
    );
  });

  it('says of a change that was taken back from when to when it was', () => {
    const data = testSeries(
      {
        throughput: testLevels([
          [40, 1000],
          [40, 900],
          [40, 1000],
        ]),
      },
      { releases },
    );
    expect(sentence(data)).toBe(
      'No lasting change in 120 nights. The level is 1.00 of 18.4. Slower from 10 Jun (0.90 ± 0.01), back on 20 Jul.',
    );
  });

  it('says of few nights that they are compared in pairs, and how many are missing', () => {
    const data = testSeries({ throughput: [1000, 1010, 970] }, { releases });
    expect(sentence(data)).toBe(
      '3 nights: too few for levels. Pairs are compared: the newest night is 0.97 of 18.4 and 0.96 of the night before. 9 more nights until levels.',
    );
    expect(sentence(testSeries({ throughput: [1000] }))).toBe('One night. 11 more nights until levels.');
  });

  it('states that nothing changed, with the level', () => {
    const data = testSeries({ throughput: testLevels([[60, 980]]) }, { releases });
    expect(sentence(data)).toBe('No change in 60 nights. The level is 0.98 of 18.4.');
  });

  it('names a metric that is not recorded', () => {
    expect(sentence(testSeries({ throughput: testLevels([[20, 1000]]) }), 'latency_p95')).toBe(
      'No night has p95. Choose another metric.',
    );
  });

  it('says of a cost which way it went, and what the throughput did', () => {
    const throughput = testLevels([
      [40, 1000],
      [40, 900],
    ]);
    const data = testSeries(
      {
        throughput,
        cpu_us_per_op: testLevels([
          [40, 50],
          [40, 55.5],
        ]),
      },
      { releases },
    );
    expect(sentence(data, 'cpu_us_per_op')).toMatch(
      /^CPU µs\/o is up since 10 Jun, g\w+: 1\.11 ± 0\.01, sure\. QPS fell: 0\.90 ± 0\.01\.$/,
    );
  });
});
