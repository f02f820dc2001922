import { describe, expect, it } from 'vitest';
import { thinSeries } from './thin-series';

describe('thin series', () => {
  it('leaves a short series as it is', () => {
    const series = { seconds: [1, 2, 3], values: [1, null, 3] };
    expect(thinSeries(series, 3)).toEqual(series);
  });

  it('keeps the mean of a stretch, and a stretch without values as a gap', () => {
    const series = { seconds: [1, 2, 3, 4, 5, 6, 7], values: [1, 3, null, null, 5, null, 9] };
    // 7 samples in at most 4 points: stretches of two.
    expect(thinSeries(series, 4)).toEqual({ seconds: [1, 3, 5, 7], values: [2, null, 5, 9] });
  });

  it('never has more points than asked for', () => {
    const long = Array.from({ length: 1001 }, (_, index) => index);
    expect(thinSeries({ seconds: long, values: long }, 500).seconds).toHaveLength(334);
  });
});
