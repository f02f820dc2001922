import { describe, expect, it } from 'vitest';
import { levelOf, thresholdOf } from './relative';

describe('the plain threshold', () => {
  it.each([
    [1, 'n'],
    [0.995, 'n'],
    [0.99, 'r'],
    [0.96, 'r'],
    [0.25, 'r'],
    [1.02, 'b'],
    [null, 'v'],
  ] as const)('of a success rate is one percent, whatever was chosen: %s', (ratio, expected) => {
    for (const threshold of [0.9, 0.95, 0.97])
      expect(levelOf({ metric: 'success_rate', threshold }, ratio).slice(0, 1)).toBe(expected);
  });

  it('of any other metric is the chosen one', () => {
    expect(thresholdOf({ metric: 'throughput', threshold: 0.95 })).toBe(0.95);
    expect(levelOf({ metric: 'throughput', threshold: 0.95 }, 0.96)).toBe('n');
    expect(levelOf({ metric: 'success_rate', threshold: 0.95 }, 0.96, 'throughput')).toBe('n');
  });
});
