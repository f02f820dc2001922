import { describe, expect, it } from 'vitest';
import { costOverBase, costRatio, metricRatio, ratio, verdictLevel } from './ratio';

describe('ratio', () => {
  it('divides by the base without rounding', () => {
    expect(ratio(2870, 4533)).toBe(2870 / 4533);
  });

  it.each([
    ['0/0 has no ratio: no division by a base of 0', 0, 0, null],
    ['x/0 has no ratio', 0.5, 0, null],
    ['0/x is 0', 0, 3, 0],
    ['a missing value has no ratio', null, 3, null],
    ['a missing base has no ratio', 3, null, null],
  ])('%s', (_name, value, base, expected) => {
    expect(ratio(value, base)).toBe(expected);
  });
});

describe('a cost over a base of nothing', () => {
  it('is 1 for nothing again, and infinite for anything', () => {
    expect([costOverBase(0, 0), costOverBase(0.5, 0), costOverBase(null, 0)]).toEqual([1, Infinity, null]);
    expect(metricRatio('reads_per_op', 0.5, 0)).toBe(Infinity);
    expect(metricRatio('throughput', 0.5, 0)).toBeNull();
  });
});

describe('costRatio', () => {
  it('hides a ratio of two values under the floor', () => {
    expect(costRatio('write_kb_per_op', 0.4, 0.1)).toBeNull();
    expect(costRatio('reads_per_op', 0.049, 0)).toBeNull();
  });

  it('shows it when both reach the floor, or one is four times as large', () => {
    expect(costRatio('write_kb_per_op', 0.6, 0.5)).toBe(1.2);
    expect(costRatio('write_kb_per_op', 2, 0.25)).toBe(8);
    expect(costRatio('cs_per_op', 0.05, 0.4)).toBe(0.125);
    expect(costRatio('reads_per_op', 0.2, 0)).toBe(Infinity);
  });

  it('hides what came from almost nothing, and is hardly more', () => {
    // A point query that others' writes fall on: 23.8 times as much of nothing.
    expect(costRatio('write_kb_per_op', 1.428, 0.06)).toBeNull();
    expect(costRatio('reads_per_op', 0, 0.163)).toBeNull();
  });

  it('has no floor for cpu/o, which is always small', () => {
    expect(costRatio('cpu_per_op', 0.000003, 0.000002)).toBeCloseTo(1.5, 12);
  });

  it('is null when a side is missing', () => {
    expect(costRatio('cpu_per_op', null, 1)).toBeNull();
    expect(costRatio('cpu_per_op', 1, null)).toBeNull();
  });
});

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
