import { describe, expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { nightVerdict, placeAmong } from './night-verdict';
import type { SeriesVerdict } from './series';
import { noisyValues } from './testing/made-series';

const values = noisyValues(60, (night) => (night >= 50 ? 0.82 : night >= 40 ? 0.9 : night >= 20 ? 0.96 : 1));
const series = judgeSeries({ values, better: 'higher-is-better' });
const base = { value: 1000, runs: 3 };

it('says how the level of a night compares with a base, in the words of a column', () => {
  expect(series.levels.map(({ start }) => start)).toEqual([0, 20, 40, 50]);
  const words = [3, 25, 44, 59].map((night) => nightVerdict(series, night, base).verdict);
  expect(words).toEqual(['no change', 'small regression', 'regression', 'regression']);
  const { x, band, p } = nightVerdict(series, 44, base);
  expect(x).toBeCloseTo(Math.log((series.levels[2]?.value ?? 0) / 1000), 12);
  expect([(band ?? 0) > 0.005, (band ?? 1) < 0.04, (p ?? 1) < 0.001]).toEqual([true, true, true]);
  expect(nightVerdict(series, 41, base)).toEqual(nightVerdict(series, 49, base));
});

it('has better as positive, whatever the metric', () => {
  const times = judgeSeries({ values, better: 'lower-is-better' });
  expect(nightVerdict(times, 44, base).verdict).toBe('improvement');
  expect(nightVerdict(times, 44, base).x).toBeCloseTo(-(nightVerdict(series, 44, base).x ?? 0), 12);
});

it('has the noise of one night when there is but one run', () => {
  // One level of many nights against one run: nearly sigma itself, and not that of two nights.
  const one = nightVerdict({ ...series, rho: 0 }, 25, { value: 1000, runs: 1 });
  expect(one.band).toBeCloseTo(2.36 * series.sigma * Math.sqrt(1 + 1 / 20), 12);
  const related = nightVerdict({ ...series, rho: 0.5 }, 25, { value: 1000, runs: 1 });
  expect(related.band ?? 0).toBeGreaterThan(one.band ?? 1);
});

it('is unclear or possible where the noise is as large as the change', () => {
  const noisy = { ...series, sigma: 0.08 };
  expect(nightVerdict(noisy, 25, base).verdict).toBe('unclear');
  expect(nightVerdict({ ...series, sigma: 0.06 }, 44, base).verdict).toBe('possible regression');
});

const doubtful = (firstBad: number): SeriesVerdict => ({
  ...series,
  changes: series.changes.map((change) =>
    change.firstBad === firstBad ? { ...change, state: 'possible', doubts: ['drift'] } : change,
  ),
});

it('is possible at most in a level that began with a possible change', () => {
  expect(nightVerdict(doubtful(20), 25, base).verdict).toBe('possible regression');
  expect(nightVerdict(doubtful(20), 3, base).verdict).toBe('no change');
  expect(nightVerdict(doubtful(40), 44, base).verdict).toBe('possible regression');
  // The level before the doubtful change has the same verdict: it does not hang on that change.
  expect(nightVerdict(doubtful(50), 55, base).verdict).toBe('regression');
  expect(nightVerdict(doubtful(50), 55, { value: 900, runs: 3 }).verdict).toBe('possible regression');
});

describe('an environment change', () => {
  const values = noisyValues(60, (night) => (night >= 40 ? 0.81 : night >= 20 ? 0.9 : 1));
  const moved = judgeSeries({
    values,
    better: 'higher-is-better',
    breaks: [{ at: 20, label: 'kernel 6.14' }],
  });
  const wordAt = (night: number, place?: number | null) =>
    nightVerdict(moved, night, { ...base, place }).verdict;

  it('is taken off where it came between the base and the level', () => {
    expect(moved.changes.map(({ firstBad, brokenBy }) => [firstBad, brokenBy?.label ?? null])).toEqual([
      [20, 'kernel 6.14'],
      [40, null],
    ]);
    expect([3, 25, 45].map((night) => wordAt(night))).toEqual(['no change', 'no change', 'regression']);
    // Of the level after the step of the software nothing but that is left.
    expect(Math.exp(nightVerdict(moved, 45, base).x ?? 0)).toBeCloseTo(0.9, 1);
  });

  it('does not affect a base that was measured after it, but the nights before', () => {
    const late = { value: 900, runs: 3, place: 30 };
    expect([3, 25, 45].map((night) => nightVerdict(moved, night, late).verdict)).toEqual([
      'no change',
      'no change',
      'regression',
    ]);
  });

  it('counts as the software if the time of the base is unknown', () => {
    expect(wordAt(25, null)).toBe('regression');
  });

  it('places a release among nights by when they were measured', () => {
    const nights = ['2026-05-01', '2026-05-03', '2026-05-02', '2026-05-04'].map((at) => ({ at }));
    expect(
      ['2026-04-30', '2026-05-02', '2026-05-03', '2026-06-01'].map((at) => placeAmong(nights, at)),
    ).toEqual([0, 3, 3, 4]);
  });
});

it('the newest nights are judged by themselves, and are possible at most', () => {
  const fallen = judgeSeries({
    values: noisyValues(40, (night) => (night >= 38 ? 0.9 : 1)),
    better: 'higher-is-better',
  });
  expect(nightVerdict(fallen, 37, base).verdict).toBe('no change');
  expect(nightVerdict(fallen, 38, base)).toEqual(nightVerdict(fallen, 39, base));
  expect(nightVerdict(fallen, 39, base).verdict).toBe('possible regression');
  expect(nightVerdict(fallen, 39, base).x).toBeCloseTo(-0.105, 1);
});

it('says nothing of nights without a level, of short series, and against nothing', () => {
  const missing = { verdict: 'missing', x: null, band: null, p: null };
  const gap = judgeSeries({ values: [null, ...values], better: 'higher-is-better' });
  expect(nightVerdict(gap, 0, base)).toEqual(missing);
  expect(nightVerdict(series, 60, base)).toEqual(missing);
  expect(nightVerdict(series, 3, { value: 0, runs: 1 })).toEqual(missing);
  const short = judgeSeries({ values: values.slice(0, 8), better: 'higher-is-better' });
  expect(nightVerdict(short, 3, base)).toEqual(missing);
});
