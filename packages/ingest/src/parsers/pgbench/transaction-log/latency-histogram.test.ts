import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from './latency-histogram';

function histogramOf(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

/** By nearest rank, of all values. */
function exactPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
}

const SHARES = [0, 0.01, 0.25, 0.5, 0.95, 0.99, 0.999, 1];

describe('LatencyHistogram', () => {
  it('is within 0.4% of exact percentiles, whatever the values', () => {
    // Of every magnitude alike: latencies of one log go from microseconds to minutes.
    const latency = fc
      .double({ min: 0, max: 53, noNaN: true })
      .map((bits) => Math.min(Number.MAX_SAFE_INTEGER, Math.floor(2 ** bits)));
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1, maxLength: 300 }), (values) => {
        const histogram = histogramOf(values);
        for (const share of SHARES) {
          const exact = exactPercentile(values, share);
          const found = histogram.percentile(share) ?? Number.NaN;
          expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact / 256 + 0.5);
        }
      }),
    );
  });

  it.each([
    0,
    1,
    255,
    256,
    257,
    511,
    512,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 40 + 1,
    Number.MAX_SAFE_INTEGER,
  ])('has a single %i as it is', (value) => {
    const histogram = histogramOf([value]);
    expect([histogram.percentile(0.5), histogram.min, histogram.max, histogram.mean()]).toEqual([
      value,
      value,
      value,
      value,
    ]);
  });

  it('counts exactly below 256, and has no percentile of nothing', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    const histogram = histogramOf(values);
    expect([0.5, 0.95, 0.99].map((share) => histogram.percentile(share))).toEqual([50, 95, 99]);
    expect(histogram.mean()).toBe(50.5);
    expect([new LatencyHistogram().percentile(0.5), new LatencyHistogram().mean()]).toEqual([null, null]);
  });

  it('merged is as if all values were added to one', () => {
    const [a, b] = [
      [5, 300, 70_000],
      [1, 2 ** 35, 9],
    ];
    const merged = histogramOf(a ?? []);
    merged.merge(histogramOf(b ?? []));
    const one = histogramOf([...(a ?? []), ...(b ?? [])]);
    expect(SHARES.map((share) => merged.percentile(share))).toEqual(
      SHARES.map((share) => one.percentile(share)),
    );
    expect([merged.count, merged.sum, merged.min, merged.max]).toEqual([6, one.sum, 1, 2 ** 35]);
  });

  it('does not grow with the number of values', () => {
    const histogram = new LatencyHistogram();
    for (let value = 0; value < 200_000; value += 1) histogram.add(value * 1_000_003);
    expect(histogram.count).toBe(200_000);
    expect(histogram.counts.length).toBeLessThan(8192);
  });

  it('joins buckets to ranges that rise and hold every value', () => {
    const ranges = histogramOf([3, 300, 301, 5000, 1_000_000]).toRanges();
    expect(ranges.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(5);
    // 256 to 511 has eight ranges of 32: 300 and 301 are in the one up to 319.
    expect(ranges.slice(0, 2)).toEqual([
      { upTo: 3, count: 1 },
      { upTo: 319, count: 2 },
    ]);
    expect(ranges.every(({ upTo }, index) => index === 0 || upTo > (ranges[index - 1]?.upTo ?? 0))).toBe(
      true,
    );
  });
});
