import { describe, expect, it } from 'vitest';
import { costRatio, ratio } from './ratio';

describe('ratio', () => {
  it('divides by the base without rounding', () => {
    expect(ratio(2870, 4533)).toBe(2870 / 4533);
  });

  it.each([
    ['0/0 is 1: nothing changed', 0, 0, 1],
    ['x/0 is infinite', 0.5, 0, Infinity],
    ['0/x is 0', 0, 3, 0],
    ['a missing value has no ratio', null, 3, null],
    ['a missing base has no ratio', 3, null, null],
  ])('%s', (_name, value, base, expected) => {
    expect(ratio(value, base)).toBe(expected);
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
