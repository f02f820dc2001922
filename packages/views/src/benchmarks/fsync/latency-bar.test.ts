import { describe, expect, it } from 'vitest';
import { barOf } from './fsync';

describe('length of a latency bar', () => {
  it('is logarithmic, full for the longest and still there for the shortest', () => {
    const all = [0.000001, 0.0001, 0.01, null];
    expect(all.slice(0, 3).map((value) => Number(barOf(value ?? 0, all).toFixed(2)))).toEqual([
      0.06, 0.53, 1,
    ]);
  });

  it('is full where all are equal', () => {
    expect(barOf(0.5, [0.5, null, 0.5])).toBe(1);
  });
});
