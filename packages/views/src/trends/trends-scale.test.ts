import { describe, expect, it } from 'vitest';
import { trendScale } from './trends-axis';

const ticks = (values: number[], mode: 'rel' | 'abs') =>
  trendScale(values, mode).ticks.map(({ text }) => text);

describe('the scale of values', () => {
  it('of absolute values starts at zero', () => {
    expect(ticks([3200, 4100], 'abs')).toEqual(['0', '1000', '2000', '3000', '4000', '5000']);
    expect(ticks([0.00031], 'abs')[0]).toMatch(/^0/);
  });

  it('of ratios has 1.00 in it and starts elsewhere', () => {
    expect(ticks([0.86, 1.04], 'rel')).toEqual(['0.85', '0.90', '0.95', '1.00', '1.05']);
    expect(ticks([1.6], 'rel')).toContain('1.0');
  });

  it('does not stretch a flat line until noise looks like a cliff', () => {
    const { from, to } = trendScale([0.999, 1.001], 'rel');
    expect(to - from).toBeGreaterThanOrEqual(0.2);
  });

  it('survives no values and zeros', () => {
    expect(trendScale([], 'abs').to).toBeGreaterThan(0);
    expect(trendScale([0], 'abs').to).toBeGreaterThan(0);
    expect(trendScale([0], 'rel').from).toBe(0);
  });

  it('shortens large numbers', () => {
    expect(ticks([940_832], 'abs').at(-1)).toBe('1000K');
    expect(ticks([21_000], 'abs')).toEqual(['0', '5K', '10K', '15K', '20K', '25K']);
    expect(ticks([9400], 'abs').at(-1)).toBe('10K');
  });
});
