import { describe, expect, it } from 'vitest';
import { readFixtureDetails } from '../../testing/read-fixture-details';
import { parseGoDuration } from './go/go-duration';
import { goYcsb } from './go/go-ycsb';
import { readBlocks, readStatus } from './java/status-line';
import { ycsb } from './java/ycsb';

describe('details of YCSB', () => {
  it('have the progress as series of the intervals', () => {
    const { series } = readFixtureDetails(ycsb, 'made-ycsb-0.17-run.txt');
    expect(series[0]).toMatchObject({
      id: 'throughput',
      of: null,
      seconds: [0, 10, 20],
      values: [null, 4800, 5200],
    });
    const p99 = series.find(({ id, of }) => id === 'latency_p99' && of === 'read');
    expect(p99).toMatchObject({
      unit: 's',
      seconds: [10, 20],
      values: [0.009_103, 0.008_807],
      lines: [9, 10],
    });
  });

  it('have buckets of a millisecond as a histogram, the last one open', () => {
    const { histograms } = readFixtureDetails(ycsb, 'made-ycsb-0.1-histogram.txt');
    expect(histograms[0]).toEqual({
      id: 'latency',
      label: 'latency',
      unit: 's',
      of: 'read',
      buckets: [
        { upTo: 0.001, count: 9000 },
        { upTo: 0.002, count: 8000 },
        { upTo: 0.003, count: 98 },
        { upTo: 0.004, count: 0 },
        { upTo: null, count: 2 },
      ],
      line: 16,
      lineEnd: 20,
    });
  });

  it('have buckets of a microsecond where counts are printed as floats', () => {
    const { histograms, facts } = readFixtureDetails(ycsb, 'made-ycsb-port-floats.txt');
    expect(histograms[0]?.buckets).toEqual([
      { upTo: 0.000_002, count: 400 },
      { upTo: 0.000_003, count: 350 },
      { upTo: 0.000_004, count: 200 },
      { upTo: 0.000_005, count: 50 },
    ]);
    expect(facts.find(({ name }) => name === 'AverageLatency(us)')).toMatchObject({
      group: 'READ',
      value: '3.969580',
      unit: 'us',
    });
  });

  it('have means over time as a series, not as a histogram', () => {
    const { series, histograms } = readFixtureDetails(ycsb, 'made-ycsb-timeseries-pasted.md');
    expect(histograms).toEqual([]);
    expect(series).toMatchObject([
      { id: 'latency_avg', of: 'insert', seconds: [0, 1, 2], values: [0.001_200_5, 0.000_900_25, 0.000_75] },
    ]);
  });

  it('of go-ycsb have the progress since the start, and the last rows', () => {
    const { series, facts } = readFixtureDetails(goYcsb, 'made-go-ycsb-stopped.txt');
    expect(series[0]).toMatchObject({
      of: 'insert',
      seconds: [10, 20],
      values: [16_802.1, 16_700.5],
      lines: [1, 2],
    });
    expect(facts.find(({ name }) => name === 'Count')).toMatchObject({
      group: 'INSERT',
      value: '334000',
      line: 2,
    });
  });
});

describe('a line of progress', () => {
  it('may have the decimal comma of its locale', () => {
    const text =
      '2022-06-18 00:18:00:295 10 sec: 74545 operations; 7453,01 current ops/sec; [READ: Count=70818, Max=316671, Min=457, Avg=1511,13, 90=2753, 99=7463, 99.9=15911]';
    expect(readStatus(text)).toEqual({ seconds: 10, operations: 74_545, rate: 7453.01 });
    const [block] = readBlocks(text);
    expect(block?.operation).toBe('READ');
    expect([...(block?.values ?? [])]).toEqual([
      ['Count', 70_818],
      ['Max', 316_671],
      ['Min', 457],
      ['Avg', 1511.13],
      ['90', 2753],
      ['99', 7463],
      ['99.9', 15_911],
    ]);
  });

  it('has no latencies of an interval without operations', () => {
    const [block] = readBlocks('[READ: Count=0, Max=0, Min=9223372036854775807, Avg=NaN, 90=0, 99=0]');
    expect([...(block?.values ?? [])]).toEqual([
      ['Count', 0],
      ['Max', null],
      ['Min', null],
      ['Avg', null],
      ['90', null],
      ['99', null],
    ]);
  });
});

it.each([
  ['4m25.292657267s', 265.292_657_267],
  ['331.4ms', 0.3314],
  ['1h0m0.5s', 3600.5],
  ['250µs', 0.000_25],
  ['2m', 120],
])('reads the duration %s of Go', (text, seconds) => {
  expect(parseGoDuration(text)).toBe(seconds);
});

it.each(['', 's', '4m25', 'soon'])('does not read %j as a duration', (text) => {
  expect(parseGoDuration(text)).toBeNull();
});
