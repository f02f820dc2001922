import { describe, expect, it } from 'vitest';
import { pValue } from '../p-value';
import { DEFAULT_RULE } from '../rule';
import { smallestVisible } from './smallest-visible';

describe('smallestVisible', () => {
  it('is the loss at which a test alone in its column becomes sure', () => {
    const loss = smallestVisible(0.025, { tests: 32, runs: 1 });
    const p = (part: number) => pValue({ x: Math.log(1 - part), sigma: 0.025, baseRuns: 1, versionRuns: 1 });
    expect(p(loss)).toBeCloseTo(DEFAULT_RULE.q / 32, 6);
    // docs/method.md §9: .90 alone of 32 at s .025 is only possible.
    expect(loss).toBeGreaterThan(0.1);
  });

  it('shrinks with runs and grows with tests, and is never under 3%', () => {
    const of = (tests: number, runs: number) => smallestVisible(0.025, { tests, runs });
    expect(of(32, 2)).toBeLessThan(of(32, 1));
    expect(of(32, 1)).toBeGreaterThan(of(4, 1));
    expect(smallestVisible(0.001, { tests: 32, runs: 1 })).toBeCloseTo(0.03, 6);
    expect(smallestVisible(2, { tests: 32, runs: 1 })).toBeLessThanOrEqual(1);
  });
});
