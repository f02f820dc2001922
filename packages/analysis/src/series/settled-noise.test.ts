import { describe, expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { stretchSums } from './level-cuts';
import { meanVariance, seriesNoise } from './series-noise';
import { SERIES_RULE } from './series-rule';
import { settledNoise, settledSize } from './settled-noise';
import { makeSeries, randomNumbers, valuesOf } from './testing/made-series';

/** From so many nights on a series is looked at every night, as a CI does. */
const FIRST = 20;
const NIGHTS = 120;
const STEP = 60;

/** Of some series, judged again after each night: nights from the step until it is sure; null: it never was. */
function nightsUntilSure(seed: number, series: number, step: number): (number | null)[] {
  const random = randomNumbers(seed);
  return Array.from({ length: series }, () => {
    const made = { nights: NIGHTS, sd: 0.025, rho: 0.5, outliers: 0.04, step, at: STEP };
    const values = valuesOf(makeSeries(random, made));
    for (let nights = FIRST; nights <= NIGHTS; nights++) {
      const { changes } = judgeSeries({ values: values.slice(0, nights), better: 'higher-is-better' });
      if (changes.some(({ state }) => state === 'sure')) return nights - STEP;
    }
    return null;
  });
}

// docs/method.md §10.10
describe('a history that is judged every night', () => {
  // With the noise that levels are found with alone 3 of 12 are, at some night.
  it('is not called changed where nothing is', () => {
    expect(nightsUntilSure(3, 12, 0)).toEqual(Array(12).fill(null));
  });

  it('is called changed soon after a large step, later after a small one', () => {
    expect(nightsUntilSure(4, 6, -0.1)).toEqual([13, 7, 5, 18, 5, 5]);
    expect(nightsUntilSure(4, 6, -0.05)).toEqual([45, 24, 33, null, 34, 20]);
  });
});

it('a change that noise may have made is marked as possible', () => {
  const random = randomNumbers(5);
  const values = valuesOf(
    makeSeries(random, { nights: 60, sd: 0.025, rho: 0.5, outliers: 0, step: -0.07, at: 50 }),
  );
  expect(judgeSeries({ values, better: 'higher-is-better' }).changes).toMatchObject([
    { state: 'possible', doubts: ['weak'] },
  ]);
});

/** Levels of nights that begin at given places. */
function levelsOf(logs: readonly number[], { cuts = [] as number[], spread = 0.01, end = logs.length } = {}) {
  const noise = seriesNoise(spread, 0);
  const placed = cuts.map((at) => ({ at, found: at, isHeld: false }));
  return { cut: logs, cuts: placed, end, sums: stretchSums(logs, noise.sigma), noise };
}

/** Nights that are as far above their level as the next one is below it. */
const zigzag = (count: number, size: number) =>
  Array.from({ length: count }, (_, night) => (night % 2 === 0 ? size : -size));

describe('settledNoise', () => {
  it('is the SD around the levels, whatever lies between them', () => {
    const flat = zigzag(40, 0.02);
    const stepped = flat.map((log, night) => (night >= 20 ? log - 0.5 : log));
    // The MAD of two values is their distance: more than their SD.
    expect(settledNoise(levelsOf(flat)).sigma).toBeCloseTo(1.4826 * 0.02, 12);
    expect(settledNoise(levelsOf(stepped, { cuts: [20] })).sigma).toBeCloseTo(1.4826 * 0.02, 12);
    expect(settledNoise(levelsOf(stepped)).sigma).toBeGreaterThan(0.2);
    const mixed = Array.from({ length: 40 }, (_, night) => [0.03, 0, -0.03, 0, 0][night % 5] ?? 0);
    const squares = 16 * 0.03 ** 2;
    expect(settledNoise(levelsOf(mixed)).sigma).toBeCloseTo(Math.sqrt(squares / 39), 12);
    expect(settledNoise(levelsOf(mixed, { cuts: [20] })).sigma).toBeCloseTo(Math.sqrt(squares / 38), 12);
  });

  it('a far night counts as 4 SD, and no night is steadier than the floor', () => {
    const far = Array.from({ length: 40 }, (_, night) => (night === 20 ? 1 : night === 30 ? -1 : 0));
    const { sigma } = settledNoise(levelsOf(far, { spread: 0.02 }));
    expect(sigma).toBeCloseTo(Math.sqrt((2 * 0.08 ** 2) / 39), 12);
    expect(settledNoise(levelsOf(Array(40).fill(5)))).toMatchObject({
      sigma: SERIES_RULE.sigmaFloor,
      rho: 0,
    });
  });

  it('leaves out the newest nights of a possible change', () => {
    const fallen = [...zigzag(40, 0.02), -0.5, -0.5];
    const levels = levelsOf(fallen, { end: 40 });
    expect(settledNoise(levels).sigma).toBeCloseTo(1.4826 * 0.02, 12);
  });

  it('few nights lean to a correlation of 0.5, as if 60 nights had shown it', () => {
    // Neighbours that differ have no correlation; of n nights the mean of many leans by 60 × 0.5.
    for (const count of [20, 60, 240]) {
      const { rho, inflation } = settledNoise(levelsOf(zigzag(count, 0.02)));
      expect(rho).toBeCloseTo((60 * 0.5) / (count + 60), 12);
      expect(inflation).toBeCloseTo((1 + rho) / (1 - rho), 12);
    }
  });

  it('never believes less correlation than the nights show, corrected for few nights, nor more than 0.8', () => {
    const slow = Array.from({ length: 40 }, (_, night) => 0.02 * Math.sin((night / 40) * 2 * Math.PI));
    expect(settledNoise(levelsOf(slow)).rho).toBe(SERIES_RULE.rhoMost);
    const pairs = Array.from({ length: 40 }, (_, night) => (night % 4 < 2 ? 0.02 : -0.02));
    // 20 equal neighbours and 19 that differ: 1 / 40. One level: (1 + 4) / 80 is added.
    const own = 1 / 40 + 5 / 80;
    expect(settledNoise(levelsOf(pairs)).rho).toBeCloseTo((40 * own + 60 * 0.5) / 100, 12);
    const two = 1 / 40 + 9 / 80;
    expect(settledNoise(levelsOf(pairs, { cuts: [20] })).rho).toBeCloseTo((40 * two + 60 * 0.5) / 100, 12);
  });
});

it('settledSize is the step in standard errors of the two means', () => {
  const free = { ...seriesNoise(0.02, 0), sigma: 0.02 };
  const size = settledSize(free, { step: -0.1, before: 25, after: 4 });
  expect(size).toBeCloseTo(0.1 / (0.02 * Math.sqrt(1 / 25 + 1 / 4)), 12);
  const related = { ...seriesNoise(0.02, 0.5), sigma: 0.02 };
  const error = 0.02 * Math.sqrt(meanVariance(25, related) + meanVariance(4, related));
  expect(settledSize(related, { step: 0.1, before: 25, after: 4 })).toBeCloseTo(0.1 / error, 12);
  expect(settledSize(related, { step: 0.1, before: 25, after: 4 })).toBeLessThan(size);
});
