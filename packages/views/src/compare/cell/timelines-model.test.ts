import type { CellTimelines, DetailHistogram, DetailSeries } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { timelinesModel, timeText } from './timelines-model';

const from = { artifactId: '1', file: 'sb.o.insert', kind: 'sysbench' };
const names = { own: '18.4', base: '14.23' };

function series(id: string, values: (number | null)[], change: Partial<DetailSeries> = {}): DetailSeries {
  const seconds = values.map((_, index) => index + 1);
  return { ...from, id, label: id, unit: 'queries/s', of: null, seconds, values, ...change };
}

function timelines(change: Partial<CellTimelines>): CellTimelines {
  return {
    repeats: [{ repeat: 1, startedAt: null }],
    shown: 0,
    device: null,
    series: [],
    histograms: [],
    unread: [],
    ...change,
  };
}

const histogram = (buckets: [number | null, number][]): DetailHistogram => ({
  ...from,
  id: 'latency',
  label: 'latency',
  unit: 's',
  of: null,
  buckets: buckets.map(([upTo, count]) => ({ upTo, count })),
  line: 1,
  lineEnd: 2,
});

describe('timelines', () => {
  it('pairs the series of cell and base, from zero, with means', () => {
    const cell = timelines({ series: [series('throughput', [1000, null, 3000])] });
    const base = timelines({ series: [series('throughput', [4000, 4000, 4000])] });
    const [chart, ...others] = timelinesModel({ cell, base }, names).overTime;
    expect(others).toEqual([]);
    expect(chart).toMatchObject({ label: 'Throughput', unit: 'queries/s', means: '2\u202f000 / 4\u202f000' });
    expect(chart?.points.map(({ own, base: other }) => [own, other])).toEqual([
      [1000, 4000],
      [null, 4000],
      [3000, 4000],
    ]);
    expect(chart?.top).toBeGreaterThan(4000);
    expect(chart?.ticks.map(({ text }) => text)).toEqual(['1 s', '3 s']);
    expect(chart?.description).toBe(
      'Throughput over time in queries/s: mean 2\u202f000 in 18.4, 4\u202f000 in 14.23',
    );
  });

  it('shows latency in ms, and of many threads one', () => {
    const cell = timelines({
      series: [
        series('throughput', [1, 2], { of: 'thread 1' }),
        series('throughput', [3, 4], { of: 'thread 2' }),
        series('latency_p95', [0.001, 0.003], { unit: 's', label: 'p95' }),
      ],
    });
    const { overTime } = timelinesModel({ cell, base: null }, names);
    expect(overTime.map(({ label, unit, means }) => [label, unit, means])).toEqual([
      ['Throughput thread 1 1 of 2', 'queries/s', '1.50'],
      ['Latency p95', 'ms', '2.00'],
    ]);
  });

  it('shows a series that only the base has: the other was zero all the time', () => {
    const base = timelines({ series: [series('reads_per_s', [5, 7], { unit: 'reads/s' })] });
    const [chart] = timelinesModel({ cell: timelines({}), base }, names).overTime;
    expect(chart?.means).toBe('– / 6.0');
    expect(chart?.points.every(({ own }) => own === null)).toBe(true);
  });

  it('reports that the base has no such series, and counts no other log as one of several', () => {
    const wait = (kind: string) => series('cpu_iowait_percent', [0, 0.25], { kind, unit: '% of all cores' });
    const cell = timelines({ series: [wait('vmstat'), wait('iostat')] });
    const [chart] = timelinesModel({ cell, base: timelines({}) }, names).overTime;
    expect(chart).toMatchObject({ label: 'CPU, waiting for IO', means: '0.125 / –' });
  });

  it('has nothing to draw of series without a value', () => {
    const cell = timelines({ series: [series('throughput', [null, null])] });
    expect(timelinesModel({ cell, base: null }, names).overTime).toEqual([]);
  });

  it('cumulates histograms over the bounds of both', () => {
    const cell = timelines({
      histograms: [
        histogram([
          [0.001, 1],
          [0.01, 2],
          [null, 1],
        ]),
      ],
    });
    const base = timelines({
      histograms: [
        histogram([
          [0.001, 3],
          [0.005, 1],
        ]),
      ],
    });
    const [chart] = timelinesModel({ cell, base }, names).distributions;
    expect(chart?.points.map(({ own, base: other }) => [own, other])).toEqual([
      [25, 75],
      [25, 100],
      [75, 100],
    ]);
    expect(chart?.means).toBe('half within 10 / 1 ms');
    expect(chart?.ticks.map(({ text }) => text)).toEqual(['1 ms', '10 ms']);
  });

  it('leaves out a histogram without events', () => {
    const cell = timelines({
      histograms: [
        histogram([
          [0.001, 0],
          [0.002, 0],
        ]),
      ],
    });
    expect(timelinesModel({ cell, base: null }, names).distributions).toEqual([]);
  });

  it('names the file that could not be read', () => {
    const cell = timelines({ unread: [{ artifactId: '1', file: 'sb.vm', reason: 'gone' }] });
    expect(timelinesModel({ cell, base: null }, names).notes).toEqual(['sb.vm could not be read: gone']);
  });

  it('says once for each side that its files were removed', () => {
    const removed = timelines({ removed: 'The raw files were removed.' });
    const model = timelinesModel({ cell: removed, base: timelines({}) }, names);
    expect(model).toMatchObject({ isRemoved: true, notes: ['18.4: The raw files were removed.'] });
    expect(timelinesModel({ cell: timelines({}), base: null }, names).isRemoved).toBe(false);
  });

  it('names times as people do', () => {
    expect([0, 90, 600, 5400, 9000].map(timeText)).toEqual(['0 s', '90 s', '10 min', '90 min', '2.5 h']);
  });
});
