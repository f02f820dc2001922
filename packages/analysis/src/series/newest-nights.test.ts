import { expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { makeSeries, NOISES, noisyValues, randomNumbers, valuesOf } from './testing/made-series';

/** 40 nights that fall to a part of what they were. */
function fallen(at: number, factor: number) {
  const values = noisyValues(40, (night) => (night >= at ? factor : 1));
  return judgeSeries({ values, better: 'higher-is-better' });
}

it.each([
  [38, 0.9, 2],
  [39, 0.9, 1],
  [38, 0.5, 2],
  [39, 0.5, 1],
])('a change that rests on the nights from %i is possible, and they have no level', (at, factor, nights) => {
  const verdict = fallen(at, factor);
  expect(verdict.changes).toHaveLength(1);
  expect(verdict.changes[0]).toMatchObject({
    firstBad: at,
    lastGood: at - 1,
    state: 'possible',
    doubts: ['newest nights'],
    nights,
  });
  expect(verdict.levels.map(({ end }) => end)).toEqual([at]);
  expect(verdict.outliers).toEqual([]);
});

it('is a level with the third night, and sure with the fifth, at the same one', () => {
  expect(fallen(37, 0.9).changes).toMatchObject([{ firstBad: 37, state: 'possible', doubts: ['weak'] }]);
  expect(fallen(36, 0.9).changes).toMatchObject([{ firstBad: 36, state: 'possible', doubts: ['weak'] }]);
  expect(fallen(35, 0.9).changes).toMatchObject([{ firstBad: 35, state: 'sure', nights: 5 }]);
});

it('a change that is held was sure before, and stays so with the third night', () => {
  const values = noisyValues(40, (night) => (night >= 37 ? 0.9 : 1));
  const { changes } = judgeSeries({ values, better: 'higher-is-better', held: [{ firstBad: 37 }] });
  expect(changes).toMatchObject([{ firstBad: 37, state: 'sure' }]);
});

it('takes neither a small step nor one night a little off', () => {
  expect(fallen(38, 0.98).changes).toEqual([]);
  expect(fallen(39, 0.965).changes).toEqual([]);
});

it('two nights on different sides are not one change', () => {
  const values = noisyValues(40, (night) => [1, 0.85, 1.15][Math.max(0, night - 37)] ?? 1);
  expect(judgeSeries({ values, better: 'higher-is-better' }).changes).toMatchObject([
    { firstBad: 39, direction: 'faster', nights: 1 },
  ]);
});

/** Of 300 series whose newest nights fell, or did not: those called possible, and those called sure. */
function countNewest(noise: { rho: number; outliers: number }, made: { step: number; at: number }) {
  const random = randomNumbers(11);
  let [possible, sure] = [0, 0];
  for (let i = 0; i < 300; i++) {
    const logs = makeSeries(random, { nights: 60, sd: 0.02, ...noise, ...made });
    const newest = judgeSeries({ values: valuesOf(logs), better: 'none' }).changes.filter(
      ({ firstBad }) => firstBad >= 55,
    );
    possible += newest.some(({ doubts }) => doubts.includes('newest nights')) ? 1 : 0;
    sure += newest.some(({ state }) => state === 'sure') ? 1 : 0;
  }
  return { possible, sure };
}

// docs/method.md §10.10: the newest two nights 10% lower, the newest one, and nothing.
it.each([
  {
    ...NOISES[0],
    two: { possible: 291, sure: 0 },
    one: { possible: 231, sure: 0 },
    none: { possible: 0, sure: 0 },
  },
  {
    ...NOISES[3],
    two: { possible: 272, sure: 0 },
    one: { possible: 250, sure: 0 },
    none: { possible: 4, sure: 0 },
  },
])('is early, and rarely wrong: $name', ({ two, one, none, ...noise }) => {
  expect(countNewest(noise, { step: -0.1, at: 58 })).toEqual(two);
  expect(countNewest(noise, { step: -0.1, at: 59 })).toEqual(one);
  expect(countNewest(noise, { step: 0, at: 0 })).toEqual(none);
});
