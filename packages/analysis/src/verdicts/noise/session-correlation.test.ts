import { describe, expect, it } from 'vitest';
import { DEFAULT_RULE } from '../rule';
import { betweenStates, effectiveRuns, sessionCorrelation } from './noise-model';

const of = (within: [number | null, number], between: [number | null, number]) =>
  sessionCorrelation(
    { middle: within[0], pairs: within[1] },
    { middle: between[0], pairs: between[1] },
    DEFAULT_RULE,
  );

describe('the correlation of runs of one session', () => {
  it('is the usual one where a kind of pair is missing, and moves with the number of the fewer', () => {
    expect(of([null, 0], [1, 9])).toBe(0.2);
    expect(of([1, 9], [null, 0])).toBe(0.2);
    expect(of([1, 9], [0, 9])).toBe(0.2);
    // Half the spread is a correlation of 0.75; four pairs weigh as much as the usual value.
    expect(of([1, 4], [2, 500])).toBeCloseTo((0.75 + 0.2) / 2, 9);
    expect(of([1, 5000], [2, 5000])).toBeCloseTo(0.75, 2);
  });

  it('is never below 0 nor so large that repeats are worth nothing', () => {
    expect(of([2, 5000], [1, 5000])).toBeCloseTo(0, 2);
    expect(of([0, 5000], [1, 5000])).toBeCloseTo(0.9, 2);
  });
});

describe('the worth of runs', () => {
  it('grows with each run, and never beyond that of as many sessions', () => {
    for (const correlation of [0, 0.2, 0.9]) {
      const worth = [1, 2, 3, 20, 5000].map((runs) => effectiveRuns(runs, 1, correlation));
      expect(worth).toEqual(worth.toSorted((a, b) => a - b));
      expect(worth[0]).toBe(1);
      if (correlation > 0) expect(worth.at(-1)).toBeLessThanOrEqual(1 / correlation);
    }
    expect(effectiveRuns(5, 5, 0.9)).toBe(5);
    expect(effectiveRuns(5, 9, 0.9)).toBe(5);
    expect(effectiveRuns(40, 8, 0.5)).toBeCloseTo(40 / 3, 9);
  });
});

describe('a test with two states', () => {
  const quiet = [0.012, 0.01, 0.008, 0.004];
  it('has jumps that are alike and far from what it does otherwise', () => {
    // A move of 1.5 times the smallest jump is another one.
    expect(betweenStates([0.2, 0.18, ...quiet])).toBeCloseTo(0.27, 9);
    expect(betweenStates([0.2, 0.19, 0.18, 0.17, ...Array(500).fill(0.01)])).toBeCloseTo(0.255, 9);
  });

  it('is none with a single far run, with jumps of all sizes, or with few quiet pairs', () => {
    expect(betweenStates([])).toBeNull();
    expect(betweenStates([0.2])).toBeNull();
    expect(betweenStates([0.2, ...quiet])).toBeNull();
    expect(betweenStates([0.2, 0.18, 0.1, 0.05, ...quiet])).toBeNull();
    expect(betweenStates([0.2, 0.18, 0.01, 0.01, 0.01])).toBeNull();
  });
});
