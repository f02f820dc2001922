import { describe, expect, it } from 'vitest';
import { AXIS_WIDTH, placeMarks, ratioAxis } from './servers-model';

describe('the axis of ratios', () => {
  it('always has 1.00, and round numbers around the ratios', () => {
    expect(ratioAxis([]).ticks.map(({ text }) => text)).toContain('1.00');
    const axis = ratioAxis([0.55, 1.15, null]);
    expect([axis.from, axis.to]).toEqual([0.5, 1.25]);
  });

  it('puts a ratio and its inverse at the same distance from 1.00', () => {
    const axis = ratioAxis([0.5, 2]);
    const [low, one, high] = placeMarks(axis, [0.5, 1, 2]).map(({ x }) => x);
    expect((one ?? 0) - (low ?? 0)).toBeCloseTo((high ?? 0) - (one ?? 0), 0);
  });

  it('leaves room between the texts', () => {
    const xs = ratioAxis([0.1, 10]).ticks.map(({ x }) => x);
    for (const [index, x] of xs.slice(1).entries()) expect(x - (xs[index] ?? 0)).toBeGreaterThanOrEqual(34);
  });

  it('draws what is beyond at the end, and nothing for a missing ratio', () => {
    const marks = placeMarks(ratioAxis([0.9]), [0.01, null, Number.POSITIVE_INFINITY]);
    expect(marks.map(({ shape, isBeyond }) => [shape, isBeyond])).toEqual([
      [0, true],
      [2, true],
    ]);
    for (const { x } of marks) expect(x >= 0 && x <= AXIS_WIDTH).toBe(true);
  });
});
