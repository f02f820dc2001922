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
    expect(costRatio('write_kb_per_op', 0.9, 0.3)).toBeNull();
    expect(costRatio('reads_per_op', 0.049, 0)).toBeNull();
  });

  it('shows it as soon as one of them reaches the floor', () => {
    expect(costRatio('write_kb_per_op', 1, 0.5)).toBe(2);
    expect(costRatio('cs_per_op', 0.05, 0.1)).toBe(0.5);
    expect(costRatio('reads_per_op', 0.05, 0)).toBe(Infinity);
  });

  it('has no floor for cpu/o, which is always small', () => {
    expect(costRatio('cpu_per_op', 0.000003, 0.000002)).toBeCloseTo(1.5, 12);
  });

  it('is null when a side is missing', () => {
    expect(costRatio('cpu_per_op', null, 1)).toBeNull();
    expect(costRatio('cpu_per_op', 1, null)).toBeNull();
  });
});
