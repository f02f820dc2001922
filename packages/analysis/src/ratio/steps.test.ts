import { describe, expect, it } from 'vitest';
import { firstBad, largestStep } from './steps';

// hot-points of eight MySQL versions, 5.6.51 to 9.5.0.
const HOT_POINTS = [4533, 3927, 2870, 3013, 2968, 2960, 2916, 2999];

describe('firstBad', () => {
  it('is the first column at or under the threshold', () => {
    expect(firstBad(HOT_POINTS, 0, 0.95)).toBe(1);
    expect(firstBad(HOT_POINTS, 0, 0.8)).toBe(2);
    expect(firstBad([100, 95], 0, 0.95)).toBe(1);
  });

  it('looks only at columns after the base', () => {
    expect(firstBad([50, 100, 101], 1, 0.95)).toBeNull();
  });

  it('steps over missing columns, and finds nothing without a base', () => {
    expect(firstBad([100, null, 80], 0, 0.95)).toBe(2);
    expect(firstBad([null, 80, 60], 0, 0.95)).toBeNull();
  });
});

describe('largestStep', () => {
  it('compares each column with the one before it', () => {
    expect(largestStep(HOT_POINTS, 0, 0.95)).toEqual({ index: 2, ratio: 2870 / 3927 });
  });

  it('starts at the base', () => {
    expect(largestStep([100, 10, 10, 9], 1, 0.95)).toEqual({ index: 3, ratio: 0.9 });
  });

  it('is null when no step reaches the threshold, though many small ones add up', () => {
    expect(largestStep([100, 97, 94, 91], 0, 0.95)).toBeNull();
  });

  it('compares across a missing column', () => {
    expect(largestStep([100, null, 80], 0, 0.95)).toEqual({ index: 2, ratio: 0.8 });
  });
});
