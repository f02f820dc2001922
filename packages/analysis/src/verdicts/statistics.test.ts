import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg';
import { expectedRange } from '../statistics/expected-range';
import { commonMode } from './common-mode';
import { guardByRepeats, judgeColumn } from './judge-column';
import { repeatScale, serverScale, testSigma } from './noise/sigma';
import { noiseBand, pValue, twoSidedT4 } from './p-value';
import { runsToClear, runsToConfirm, runsToSettle } from './runs-needed';
import type { Verdict } from './verdict';

// The cases of docs/method.md §9, with its numbers.

const single = (x: number, sigma: number) => ({ x, sigma, baseRuns: 1, versionRuns: 1 });

describe('twoSidedT4', () => {
  it.each([
    [0, 1],
    [1, 0.373901],
    [2.776445, 0.05],
    [4.604095, 0.01],
    [8.610302, 0.001],
  ])('of %s is %s', (t, p) => {
    expect(twoSidedT4(t)).toBeCloseTo(p, 6);
    expect(twoSidedT4(-t)).toBe(twoSidedT4(t));
  });
});

describe('pValue', () => {
  it('has scaled t4 tails, and counts repeats', () => {
    expect(pValue(single(Math.log(0.95), 0.01))).toBeCloseTo(0.0038, 5);
    expect(pValue(single(Math.log(0.9), 0.025))).toBeCloseTo(0.00772, 5);
    expect(pValue({ x: Math.log(0.9), sigma: 0.025, baseRuns: 2, versionRuns: 2 })).toBeCloseTo(0.00218, 5);
  });

  it('is .05 at the edge of the noise band', () => {
    const x = noiseBand({ sigma: 0.02, baseRuns: 1, versionRuns: 3 });
    expect(pValue({ x, sigma: 0.02, baseRuns: 1, versionRuns: 3 })).toBeCloseTo(0.05, 3);
  });
});

describe('testSigma and serverScale', () => {
  it('shrinks to the prior, cuts outliers and has a floor', () => {
    expect(testSigma({ prior: 0.0137, scale: 1.27, own: [] })).toBeCloseTo(0.0174, 5);
    expect(testSigma({ prior: 0.0137, scale: 1.27, own: [0.01, -0.02, 0.3] })).toBeCloseTo(0.0866, 4);
    expect(testSigma({ prior: 0.004, scale: 0.5, own: [] })).toBe(0.01);
  });

  it('is careful about a server that nothing is known of', () => {
    expect(serverScale([], { pairs: 0, start: 2 })).toBe(2);
    expect(serverScale([], { pairs: 0, start: 6 })).toBe(6);
    const ones = repeat(1, 32);
    expect(serverScale(ones, { pairs: 1, start: 2 })).toBeCloseTo(1.722, 4);
    expect(serverScale(repeat(1, 288), { pairs: 9, start: 2 })).toBeCloseTo(1.5277, 4);
    expect(serverScale(repeat(0, 32), { pairs: 1, start: 2 })).toBeCloseTo(Math.SQRT1_2, 4);
  });

  it('is raised by the repeats of the judged columns', () => {
    expect(repeatScale(repeat(0.1 / 0.0109, 20))).toBeCloseTo(8.07, 3);
    expect(repeatScale(repeat(10, 4))).toBe(0);
    expect(repeatScale(repeat(0, 20))).toBe(0);
  });
});

describe('commonMode', () => {
  it.each([
    ['32 x .985', repeat(0.985, 32), -0.0151],
    ['32 x .96: too far', repeat(0.96, 32), 0],
    ['19 x .985: too few', repeat(0.985, 19), 0],
    ['20 x .90 and 12 x .99', [...repeat(0.9, 20), ...repeat(0.99, 12)], -0.0101],
    ['21 x .90 and 11 x .99: too few are quiet', [...repeat(0.9, 21), ...repeat(0.99, 11)], 0],
  ])('of %s', (_name, ratios, expected) => {
    expect(commonMode(ratios.map((r) => single(Math.log(r), 0.01)))).toBeCloseTo(expected, 4);
  });
});

describe('judgeColumn', () => {
  it.each<[string, (number | null)[], number, Verdict[]]>([
    [
      '.93 alone of .985',
      [0.93, ...repeat(0.985, 31)],
      0.01,
      ['regression', ...repeat<Verdict>('no change', 31)],
    ],
    ['.985', repeat(0.985, 32), 0.01, repeat<Verdict>('no change', 32)],
    [
      '5 x .93, noisy',
      [...repeat(0.93, 5), ...repeat(1, 27)],
      0.025,
      [...repeat<Verdict>('possible regression', 5), ...repeat<Verdict>('no change', 27)],
    ],
    [
      '5 x .90, noisy',
      [...repeat(0.9, 5), ...repeat(1, 27)],
      0.025,
      [...repeat<Verdict>('regression', 5), ...repeat<Verdict>('no change', 27)],
    ],
    [
      '8 x .96',
      [...repeat(0.96, 8), ...repeat(1, 24)],
      0.01,
      [...repeat<Verdict>('small regression', 8), ...repeat<Verdict>('no change', 24)],
    ],
    [
      '20 x .90',
      [...repeat(0.9, 20), ...repeat(1, 12)],
      0.01,
      [...repeat<Verdict>('regression', 20), ...repeat<Verdict>('no change', 12)],
    ],
    ['a missing cell', [null, 0.8, ...repeat(1, 30)], 0.01, ['missing', 'regression', 'no change']],
    ['1.10 alone', [1.1, ...repeat(1, 31)], 0.01, ['improvement', 'no change']],
    ['.949 alone', [0.949, ...repeat(1, 31)], 0.01, ['possible regression']],
    // Centred it is 1.015, and raw 1.0: they disagree about the direction, so it is neither.
    ['1 among .985', [1, ...repeat(0.985, 31)], 0.002, ['no change']],
  ])('%s', (_name, ratios, sigma, expected) => {
    const cells = ratios.map((r) => (r === null ? null : single(Math.log(r), sigma)));
    const { verdicts } = judgeColumn(cells);
    expect(verdicts.slice(0, expected.length)).toEqual(expected);
    expect(verdicts).toHaveLength(32);
  });

  it('is unclear where one run cannot tell', () => {
    expect(judgeColumn([single(Math.log(0.97), 0.05)]).verdicts).toEqual(['unclear']);
  });

  it('judges rounds by their own spread, in one family with the others, without a common mode', () => {
    const rounds = { x: Math.log(0.94), se: 0.008, p: 0.0001, n: 24, low: -0.078, high: -0.045 };
    const still = { x: 0.004, se: 0.008, p: 0.6, n: 24, low: -0.012, high: 0.02 };
    const wide = { ...still, se: 0.03 };
    const column = judgeColumn([rounds, still, wide, ...repeat(single(Math.log(0.985), 0.01), 29)]);
    expect(column.commonMode).toBeCloseTo(-0.0151, 4);
    expect(column.verdicts.slice(0, 4)).toEqual(['regression', 'no change', 'unclear', 'no change']);
  });
});

describe('benjaminiHochberg', () => {
  it('rejects up to the last that passes, not the first that fails', () => {
    // Limits for m = 4 and q = .1: .025, .05, .075, .1.
    expect(benjaminiHochberg([0.06, 0.04, null, 0.03, 0.5], 0.1)).toEqual([true, true, false, true, false]);
    expect(benjaminiHochberg([0.9, 0.8], 0.1)).toEqual([false, false]);
    expect(benjaminiHochberg([], 0.1)).toEqual([]);
  });
});

describe('guardByRepeats', () => {
  it('makes a sure change possible when two repeats differ by more than half of it', () => {
    const of = (spread: number) => ({ spread, runs: [2, 2] as const });
    expect(guardByRepeats('regression', -0.1, of(0.053))).toBe('possible regression');
    expect(guardByRepeats('small improvement', 0.04, of(0.03))).toBe('possible improvement');
    expect(guardByRepeats('regression', -0.1, of(0.05))).toBe('regression');
    expect(guardByRepeats('possible regression', -0.1, of(9))).toBe('possible regression');
    expect(guardByRepeats('unclear', -0.1, of(9))).toBe('unclear');
  });

  it('asks for the standard error of many repeats, as their range grows with their number', () => {
    const of = (count: number) => ({ spread: 0.0187 * expectedRange(count), runs: [count, count] as const });
    expect(guardByRepeats('regression', -0.05, of(2))).toBe('regression');
    for (const count of [3, 6, 20, 5000])
      expect(guardByRepeats('regression', -0.05, of(count))).toBe('regression');
    expect(guardByRepeats('regression', -0.02, of(3))).toBe('possible regression');
    expect(guardByRepeats('regression', -0.02, of(20))).toBe('regression');
  });

  it('says nothing of single runs', () => {
    expect(guardByRepeats('regression', -0.05, { spread: 0, runs: [1, 1] })).toBe('regression');
  });
});

describe('expectedRange', () => {
  // Tippett 1925, Biometrika 17: 1.128, 2.326, 3.735 and, of 1,000, 6.483.
  it.each([
    [2, 1.128],
    [5, 2.326],
    [20, 3.735],
    [1000, 6.483],
  ])('of %i values', (count, range) => {
    expect(Math.abs(expectedRange(count) / range - 1)).toBeLessThan(0.05);
  });
});

describe('runs that would settle a cell', () => {
  it('is the smallest k with 3.3 s / √k <= |x|', () => {
    expect(runsToConfirm(Math.log(0.93), 0.025)).toBe(2);
    expect(runsToConfirm(Math.log(0.95), 0.025)).toBe(3);
    expect(runsToConfirm(Math.log(0.95), 0.05)).toBeNull();
    expect(runsToConfirm(Math.log(0.98), 0.001)).toBeNull();
  });

  it('may settle as no change too', () => {
    expect(runsToClear(Math.log(0.99), 0.025)).toBe(2);
    expect(runsToSettle(Math.log(0.99), 0.025)).toBe(2);
    expect(runsToSettle(Math.log(0.93), 0.025)).toBe(2);
    expect(runsToSettle(Math.log(0.96), 0.06)).toBeNull();
  });
});

function repeat<Item>(item: Item, count: number): Item[] {
  return Array.from({ length: count }, () => item);
}
