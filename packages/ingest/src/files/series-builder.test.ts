import { describe, expect, it } from 'vitest';
import { MAX_SERIES_POINTS, SeriesBuilder } from './details-builder';

const make = () => new SeriesBuilder({ id: 'throughput', label: 'QPS', unit: 'queries/s', of: null });

describe('SeriesBuilder', () => {
  it('keeps points as they are, and a gap as a gap', () => {
    const builder = make();
    builder.add(1, 100, 7);
    builder.add(2, null, 8);
    builder.add(3, Number.NaN, 9);
    expect(builder.build()).toEqual({
      id: 'throughput',
      label: 'QPS',
      unit: 'queries/s',
      of: null,
      seconds: [1, 2, 3],
      values: [100, null, null],
      lines: [7, 8, 9],
    });
  });

  it('averages neighbours when there are too many points, and stays bounded', () => {
    const builder = make();
    const samples = 5 * MAX_SERIES_POINTS;
    for (let second = 0; second < samples; second += 1)
      builder.add(second, second % 2 === 0 ? 10 : 20, second + 1);
    const { seconds, values, lines } = builder.build();
    expect(values.length).toBeLessThanOrEqual(MAX_SERIES_POINTS);
    expect([seconds.length, lines.length]).toEqual([values.length, values.length]);
    expect(new Set(values)).toEqual(new Set([15]));
    expect(seconds[1]).toBe(8);
  });

  it('lets a value fill the gap next to it', () => {
    const builder = make();
    for (let second = 0; second <= MAX_SERIES_POINTS; second += 1)
      builder.add(second, second === 1 ? 40 : null, 1);
    const { values } = builder.build();
    expect(values.slice(0, 2)).toEqual([40, null]);
  });
});
