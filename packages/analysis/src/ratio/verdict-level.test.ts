import { describe, expect, it } from 'vitest';
import { verdictLevel } from './verdict-level';

const qps = (ratio: number | null, threshold = 0.95) => verdictLevel(ratio, 'higher-is-better', threshold);
const cost = (ratio: number | null, threshold = 0.95) => verdictLevel(ratio, 'lower-is-better', threshold);

describe('verdictLevel', () => {
  it.each([
    [0.951, 'n'],
    [0.95, 'r1'],
    [0.9, 'r2'],
    [0.8, 'r3'],
    [0.7, 'r4'],
    [0.6, 'r5'],
    [0, 'r5'],
    [1, 'n'],
    [1.05, 'n'],
    [1 / 0.95, 'b1'],
    [1 / 0.9, 'b2'],
    [1.25, 'b3'],
    [1 / 0.7, 'b4'],
    [1 / 0.6, 'b5'],
    [Infinity, 'b5'],
  ])('throughput ratio %f is %s', (ratio, level) => {
    expect(qps(ratio)).toBe(level);
  });

  it('turns round for costs', () => {
    expect(cost(1.25)).toBe('r3');
    expect(cost(0.8)).toBe('b3');
    expect(cost(Infinity)).toBe('r5');
    expect(cost(0)).toBe('b5');
    expect(cost(1)).toBe('n');
  });

  it('moves step 1 with the threshold and leaves the others', () => {
    expect(qps(0.96, 0.97)).toBe('r1');
    expect(qps(0.96, 0.95)).toBe('n');
    expect(qps(0.84, 0.85)).toBe('r2');
    expect(qps(0.86, 0.85)).toBe('n');
  });

  it('has a level for no value, and none for a metric without direction', () => {
    expect(qps(null)).toBe('v');
    expect(verdictLevel(0.1, 'none', 0.95)).toBe('n');
  });
});
