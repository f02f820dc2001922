import { describe, expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { noisyValues } from './testing/made-series';

const fall = noisyValues(40, (night) => (night >= 25 ? 0.9 : 1));

describe('levels and changes', () => {
  it('finds the first bad night, how large it is and how sure', () => {
    const verdict = judgeSeries({ values: fall, better: 'higher-is-better' });
    expect(verdict).toMatchObject({ enough: true, nights: 40, outliers: [] });
    expect(verdict.changes).toHaveLength(1);
    expect(verdict.changes[0]).toMatchObject({
      firstBad: 25,
      lastGood: 24,
      direction: 'slower',
      state: 'sure',
      doubts: [],
      brokenBy: null,
      fixed: null,
      nights: 15,
    });
    const { ratio, low, high, p } = verdict.changes[0] ?? { ratio: 0, low: 0, high: 0, p: 1 };
    expect([low < 0.9, 0.9 < high, p < 1e-4]).toEqual([true, true, true]);
    const [before, after] = verdict.levels;
    expect(verdict.levels.map(({ start, end, nights }) => [start, end, nights])).toEqual([
      [0, 25, 25],
      [25, 40, 15],
    ]);
    expect((after?.value ?? 0) / (before?.value ?? 1)).toBeCloseTo(ratio, 12);
    // A night: ± 2.36 sigma. Each of two levels has 1/25 and 1/15 of its variance.
    expect(Math.log((before?.high ?? 0) / (before?.value ?? 1))).toBeCloseTo(2.36 * verdict.sigma, 12);
    const inflation = (1 + verdict.rho) / (1 - verdict.rho);
    const error = verdict.sigma * Math.sqrt(inflation * (1 / 25 + 1 / 15));
    expect(Math.log(high / ratio)).toBeCloseTo(2.36 * error, 12);
  });

  it('knows what better means', () => {
    const directions = (['lower-is-better', 'none'] as const).map(
      (better) => judgeSeries({ values: fall, better }).changes[0]?.direction,
    );
    expect(directions).toEqual(['faster', null]);
  });

  it('steps over nights without a value, and keeps indexes', () => {
    const values = fall.flatMap((value, night) => (night % 5 === 0 ? [null, value] : [value]));
    const [change] = judgeSeries({ values, better: 'higher-is-better' }).changes;
    expect(change).toMatchObject({ firstBad: values.indexOf(fall[25] ?? 0), nights: 15 });
    // A night without a value stands before it.
    expect(change?.lastGood).toBe((change?.firstBad ?? 0) - 2);
  });

  it('finds the return to a level, as a separate change', () => {
    const values = noisyValues(60, (night) => (night >= 20 && night < 40 ? 0.9 : 1));
    const { changes } = judgeSeries({ values, better: 'higher-is-better' });
    expect(changes.map(({ firstBad, direction, fixed }) => [firstBad, direction, fixed])).toEqual([
      [20, 'slower', 40],
      [40, 'faster', null],
    ]);
    const half = noisyValues(60, (night) => (night >= 40 ? 0.94 : night >= 20 ? 0.84 : 1));
    expect(judgeSeries({ values: half, better: 'higher-is-better' }).changes[0]?.fixed).toBe(null);
  });
});

describe('outliers', () => {
  it('lists a far night, and no level follows it', () => {
    const values = noisyValues(40, (night) => (night === 12 ? 0.6 : 1));
    const verdict = judgeSeries({ values, better: 'higher-is-better' });
    expect(verdict).toMatchObject({ outliers: [12], changes: [] });
    expect(verdict.levels[0]?.value).toBeGreaterThan(990);
  });

  it('a broken night does not hide a change, before it or after it', () => {
    for (const broken of [10, 50]) {
      const values = noisyValues(60, (night) => (night >= 40 ? 0.95 : 1) * (night === broken ? 0.05 : 1));
      const verdict = judgeSeries({ values, better: 'higher-is-better' });
      expect(verdict.outliers).toEqual([broken]);
      expect(verdict.changes).toMatchObject([{ firstBad: 40, state: 'sure' }]);
    }
  });

  it('does not list the edge of a large step, and takes its value', () => {
    const values = noisyValues(40, (night) => (night >= 37 ? 0.5 : 1));
    const verdict = judgeSeries({ values, better: 'higher-is-better' });
    expect(verdict.outliers).toEqual([]);
    expect(verdict.changes[0]).toMatchObject({ firstBad: 37, nights: 3 });
    expect(verdict.changes[0]?.ratio).toBeCloseTo(0.5, 1);
  });
});

describe('too little to speak of', () => {
  it('says nothing of 11 nights, and speaks of 12', () => {
    const step = (nights: number) => noisyValues(nights, (night) => (night >= 6 ? 0.8 : 1));
    const short = judgeSeries({ values: [...step(11), null, 0, -5], better: 'higher-is-better' });
    expect(short).toMatchObject({ enough: false, nights: 11, levels: [], changes: [], outliers: [] });
    expect(judgeSeries({ values: step(12), better: 'higher-is-better' }).changes[0]?.firstBad).toBe(6);
  });

  it('takes values that have no logarithm as not measured', () => {
    const values = [...fall.slice(0, 10), 0, -3, Number.NaN, Number.POSITIVE_INFINITY, ...fall.slice(10)];
    const [change] = judgeSeries({ values, better: 'higher-is-better' }).changes;
    expect(change).toMatchObject({ firstBad: 29, nights: 15 });
    for (const few of [[], [null], [5], [0, null], [5, 6]]) {
      expect(judgeSeries({ values: few, better: 'none' })).toMatchObject({ enough: false, rho: 0 });
    }
  });

  it('needs no noise', () => {
    const same = judgeSeries({ values: Array(30).fill(77), better: 'higher-is-better' });
    expect(same).toMatchObject({ rho: 0, changes: [], outliers: [] });
    expect(same.sigma).toBeCloseTo(0.01 / Math.SQRT2, 12);
    const step = Array.from({ length: 30 }, (_, night) => (night >= 20 ? 95 : 100));
    expect(judgeSeries({ values: step, better: 'higher-is-better' }).changes[0]).toMatchObject({
      firstBad: 20,
      state: 'sure',
    });
  });
});
