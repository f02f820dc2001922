import { describe, expect, it } from 'vitest';
import { firstBad, firstOfTail, largestStep } from './steps';

// hot-points of eight MySQL versions, 5.6.51 to 9.5.0.
const HOT_POINTS = [4533, 3927, 2870, 3013, 2968, 2960, 2916, 2999];

describe('firstOfTail', () => {
  it('is the first version from which on every one is slower, with one sure', () => {
    expect(firstOfTail(['no', 'sure', 'sure'])).toBe(1);
    expect(firstOfTail(['no', 'likely', 'sure'])).toBe(1);
    expect(firstOfTail(['no', 'sure', 'likely'])).toBe(1);
    expect(firstOfTail(['sure', 'no', 'sure'])).toBe(2);
    expect(firstOfTail(Array.from({ length: 5000 }, () => 'sure'))).toBe(0);
  });

  it('is none where none is sure, where the newest is not slower, and without versions', () => {
    expect(firstOfTail(['likely', 'likely'])).toBeNull();
    expect(firstOfTail(['sure', 'sure', 'no'])).toBeNull();
    expect(firstOfTail(['sure', 'no', 'likely'])).toBeNull();
    expect(firstOfTail([])).toBeNull();
  });

  it('steps over versions without a value', () => {
    expect(firstOfTail([null, 'sure', null, 'likely', null])).toBe(1);
    expect(firstOfTail([null, null])).toBeNull();
  });
});

describe('firstBad', () => {
  it('is the first column from which on all are at or under the threshold', () => {
    expect(firstBad(HOT_POINTS, 0, 0.95)).toBe(1);
    expect(firstBad(HOT_POINTS, 0, 0.8)).toBe(2);
    expect(firstBad([100, 95], 0, 0.95)).toBe(1);
  });

  it('is none for a loss that a later column undid', () => {
    expect(firstBad([100, 50, 100], 0, 0.95)).toBeNull();
    expect(firstBad([100, 50, 100, 90], 0, 0.95)).toBe(3);
  });

  it('looks only at columns after the base', () => {
    expect(firstBad([50, 100, 101], 1, 0.95)).toBeNull();
    expect(firstBad([50, 100, 90], 1, 0.95)).toBe(2);
  });

  it('steps over missing columns, and finds nothing without a base', () => {
    expect(firstBad([100, null, 80], 0, 0.95)).toBe(2);
    expect(firstBad([null, 80, 60], 0, 0.95)).toBeNull();
  });
});

describe('largestStep', () => {
  it('compares each column from the first bad one on with the one before it', () => {
    expect(largestStep(HOT_POINTS, 1)).toEqual({ index: 2, ratio: 2870 / 3927 });
    expect(largestStep([100, 10, 60, 54], 3)).toEqual({ index: 3, ratio: 0.9 });
  });

  it('is none without a first bad version', () => {
    expect(largestStep([100, 97, 94, 91], null)).toBeNull();
    expect(largestStep([], null)).toBeNull();
  });

  it('compares across a missing column', () => {
    expect(largestStep([100, null, 80], 2)).toEqual({ index: 2, ratio: 0.8 });
  });
});
