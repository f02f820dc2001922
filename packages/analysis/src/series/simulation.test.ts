import { expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { cutTerms, findCuts, stretchSums } from './level-cuts';
import type { SeriesChange } from './series';
import { cutOutliers, lagOne, limitOutliers, seriesNoise, spreadOfDifferences } from './series-noise';
import { madeSeries, NOISES, valuesOf } from './testing/made-series';
import { plainCuts } from './testing/plain-method';

/** The search alone, without verdicts on the newest nights. */
function cutsOf(logs: readonly number[]): number[] {
  const spread = spreadOfDifferences(logs);
  const cut = cutOutliers(logs, spread).logs;
  const noise = seriesNoise(spread, lagOne(cut));
  const [sums, whole] = [
    stretchSums(cut, noise.sigma),
    stretchSums(limitOutliers(logs, spread), noise.sigma),
  ];
  return findCuts(sums, whole, cutTerms(logs.length, { breaks: [], held: [] }, noise));
}

const isNear = (place: number) => Math.abs(place - 40) <= 3;

// False cuts in 300 series without a step, and series of 300 with a cut near a step of that size (docs/method.md
// §10.10).
it.each([
  { ...NOISES[0], falseCuts: 0, found: { '-0.04': 280, '-0.07': 300 } },
  { ...NOISES[1], falseCuts: 0, found: { '-0.04': 267, '-0.07': 299 } },
  { ...NOISES[2], falseCuts: 6, found: { '-0.04': 194, '-0.07': 294 } },
  { ...NOISES[3], falseCuts: 13, found: { '-0.04': 190, '-0.07': 292 } },
])('cuts as the study does: $name', ({ falseCuts, found, ...noise }) => {
  const without = madeSeries(noise, 0).map((logs) => ({ cuts: cutsOf(logs), plain: plainCuts(logs) }));
  expect(without.map(({ cuts }) => cuts)).toEqual(without.map(({ plain }) => plain));
  expect(without.flatMap(({ cuts }) => cuts)).toHaveLength(falseCuts);
  for (const [step, count] of Object.entries(found)) {
    const cuts = madeSeries(noise, Number(step)).map(cutsOf);
    expect(cuts).toEqual(madeSeries(noise, Number(step)).map(plainCuts));
    expect(cuts.filter((own) => own.some(isNear))).toHaveLength(count);
  }
});

function countChanges(noise: { rho: number; outliers: number }, step: number) {
  const all: SeriesChange[] = [];
  let nearSure = 0;
  for (const logs of madeSeries(noise, step)) {
    const { changes } = judgeSeries({ values: valuesOf(logs), better: 'higher-is-better' });
    all.push(...changes);
    if (changes.some(({ firstBad, state }) => isNear(firstBad) && state === 'sure')) nearSure += 1;
  }
  const doubted = (doubt: SeriesChange['doubts'][number]) =>
    all.filter(({ doubts }) => doubts.includes(doubt)).length;
  return {
    sure: all.filter(({ state }) => state === 'sure').length,
    nearSure,
    newest: doubted('newest nights'),
    second: doubted('second opinion'),
    drift: doubted('drift'),
  };
}

it.each([
  { ...NOISES[0], none: [0, 0], small: 237, step: 298, large: 300 },
  { ...NOISES[1], none: [0, 4], small: 215, step: 292, large: 300 },
  { ...NOISES[2], none: [0, 1], small: 112, step: 237, large: 295 },
  { ...NOISES[3], none: [0, 4], small: 124, step: 239, large: 294 },
])('is sure of few false changes and most true ones: $name', ({ none, small, step, large, ...noise }) => {
  const unchanged = countChanges(noise, 0);
  expect([unchanged.sure, unchanged.newest]).toEqual(none);
  expect(countChanges(noise, -0.05).nearSure).toBe(small);
  expect(countChanges(noise, -0.07).nearSure).toBe(step);
  expect(countChanges(noise, -0.1).nearSure).toBe(large);
});
