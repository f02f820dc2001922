import { describe, expect, it } from 'vitest';
import { testLevels, testRelease, testSeries } from '../testing/test-series';
import { baseVersions, metricBase, seriesBase } from './series-levels';
import { ABSOLUTE, FIRST_LEVEL } from './series-state';

const throughput = testLevels([[40, 900]]);
const releases = [testRelease('18.3', 5), testRelease('18.4', 20, { cpu_us_per_op: 50 })];
const data = testSeries({ throughput, cpu_us_per_op: testLevels([[40, 60]]) }, { releases });

describe('seriesBase', () => {
  it('is the last release, or the one that is named', () => {
    expect(seriesBase(data, '')).toMatchObject({ choice: '18.4', mode: 'ratio' });
    expect(seriesBase(data, '18.3')).toMatchObject({ choice: '18.3', release: releases[0] });
    expect(seriesBase(data, 'nope').choice).toBe('18.4');
  });

  it('is the first level where that is asked for, or no release was measured', () => {
    expect(seriesBase(data, FIRST_LEVEL)).toEqual({ choice: FIRST_LEVEL, mode: 'ratio', release: null });
    expect(seriesBase({ releases: [] }, '').choice).toBe(FIRST_LEVEL);
  });

  it('leaves out a release without a throughput', () => {
    const failed = testRelease('18.5', 30, { throughput: null });
    expect(seriesBase({ releases: [...releases, failed] }, '').choice).toBe('18.4');
    expect(baseVersions({ releases: [...releases, failed] })).toEqual(['18.4', '18.3']);
  });

  it('draws values where nothing is divided, and still knows the release', () => {
    expect(seriesBase(data, ABSOLUTE)).toMatchObject({ mode: 'value', release: releases[1] });
  });
});

describe('metricBase', () => {
  it('is the value of the release', () => {
    expect(metricBase(data, seriesBase(data, ''), 'cpu_us_per_op')).toMatchObject({
      value: 50,
      label: '18.4',
      runs: 3,
    });
  });

  it('is the first level where the release has no such value', () => {
    expect(metricBase(data, seriesBase(data, '18.3'), 'cpu_us_per_op')).toMatchObject({
      label: 'the first level',
      runs: 40,
      measuredAt: null,
    });
  });

  it('is the median of few nights', () => {
    const few = testSeries({ throughput: [900, 1000, 1100] });
    expect(metricBase(few, seriesBase(few, ''), 'throughput')).toMatchObject({ value: 1000 });
  });

  it('is nothing where all is zero or missing', () => {
    const none = testSeries({
      throughput,
      reads_per_op: throughput.map(() => 0),
      latency_p95: throughput.map(() => null),
    });
    const base = seriesBase(none, '');
    expect(metricBase(none, base, 'reads_per_op')).toBeNull();
    expect(metricBase(none, base, 'latency_p95')).toBeNull();
  });
});
