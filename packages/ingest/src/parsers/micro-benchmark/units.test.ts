import { describe, expect, it } from 'vitest';
import { scale, toBaseUnit, toSeconds } from './units';

describe('units of micro-benchmarks', () => {
  it('moves the point in the text: no digit is lost', () => {
    expect(scale(325, -9)).toBe(3.25e-7);
    expect(scale(40_537.123, -9)).toBe(0.000040537123);
    expect(scale(1e21, -9)).toBe(1e12);
    expect(scale(1.5e-7, 6)).toBe(0.15);
    expect(scale(2833.37, 6)).toBe(2_833_370_000);
  });

  it.each([
    [12.5, 'us', 0.0000125],
    [12.5, 'µs', 0.0000125],
    [3, 'min', 180],
    [1, 'day', 86_400],
    [1, 'cycles', null],
    [1, 'constructor', null],
  ])('%d %s', (value, unit, seconds) => {
    expect(toSeconds(value, unit)).toBe(seconds);
  });

  it.each([
    [592.944, 'ms/op', { kind: 'time', value: 0.592944 }],
    [2.5, 'ops/us', { kind: 'rate', value: 2_500_000 }],
    [2.5, 'ops/s', { kind: 'rate', value: 2.5 }],
    [120, 'ops/min', { kind: 'rate', value: 2 }],
    [120, 'MB/sec', null],
    [120, 'B/op', null],
  ])('%d %s', (value, unit, scaled) => {
    expect(toBaseUnit(value, unit)).toEqual(scaled);
  });
});
