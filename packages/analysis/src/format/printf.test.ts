import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPrintfFixed, toPrintfGeneral } from './printf';

// Expected texts are what `printf` of GNU coreutils and gawk print.
describe('toPrintfFixed', () => {
  it.each([
    [0.125, 2, '0.12'],
    [0.375, 2, '0.38'],
    [0.625, 2, '0.62'],
    [0.005, 2, '0.01'],
    [1.005, 2, '1.00'],
    [2.5, 0, '2'],
    [3.5, 0, '4'],
    [0.5, 0, '0'],
    [24514.5, 0, '24514'],
    [24515.5, 0, '24516'],
    [24514.51, 0, '24515'],
    [0.25, 1, '0.2'],
    [-2.5, 0, '-2'],
    [0.0000965, 6, '0.000097'],
    [1009529.5, 0, '1009530'],
  ])('%f with %i decimals is %s', (value, decimals, text) => {
    expect(toPrintfFixed(value, decimals)).toBe(text);
  });
});

it('is never further away than half of the last digit', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.integer({ min: 0, max: 6 }),
      (value, decimals) => {
        const error = Math.abs(Number(toPrintfFixed(value, decimals)) - value);
        return error <= 0.5 * 10 ** -decimals * (1 + 1e-6) + 1e-9;
      },
    ),
  );
});

describe('toPrintfGeneral', () => {
  it.each([
    [0, '0'],
    [0.001, '0.001'],
    [1.21, '1.21'],
    [12, '12'],
    [120, '120'],
    [1234.567, '1234.57'],
    [1000.125, '1000.12'],
    [999999, '999999'],
    [1234567, '1.23457e+06'],
    [1000000, '1e+06'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
  ])('%f is %s', (value, text) => {
    expect(toPrintfGeneral(value, 6)).toBe(text);
  });
});
