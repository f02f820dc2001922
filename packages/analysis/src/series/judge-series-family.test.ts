import { expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { judgeSeriesFamily } from './judge-series-family';
import type { SeriesInput } from './series';
import { makeSeries, noisyValues, randomNumbers, valuesOf } from './testing/made-series';

const better = 'higher-is-better';
const level = (seed: number): SeriesInput => ({ values: noisyValues(40, () => 1, seed), better });

/** A change that is sure alone, with p near .002: 5 nights at the end. */
const random = randomNumbers(2);
const weak = Array.from({ length: 2000 }, () => {
  const logs = makeSeries(random, { nights: 40, sd: 0.02, rho: 0, outliers: 0, step: -0.05, at: 35 });
  return { values: valuesOf(logs), better } as const;
}).find((input) => {
  const [change] = judgeSeries(input).changes;
  return change?.firstBad === 35 && change.state === 'sure' && change.p > 0.0018;
}) ?? { values: [], better };

it('a change of one test among many that stay is possible, when its p is not small enough for that', () => {
  const many = Array.from({ length: 59 }, (_, seed) => level(seed + 10));
  const verdicts = judgeSeriesFamily([weak, ...many]);
  expect(judgeSeries(weak).changes).toMatchObject([{ firstBad: 35, state: 'sure' }]);
  expect(verdicts[0]?.changes).toMatchObject([{ firstBad: 35, state: 'possible', doubts: ['family'] }]);
  // Without a change in the others all is as it was, and so it is for the change of one among few.
  expect(verdicts.slice(1)).toEqual(many.map(judgeSeries));
  expect(judgeSeriesFamily([weak, ...many.slice(0, 8)])[0]).toEqual(judgeSeries(weak));
});

it('many tests that change in one night speak for each other', () => {
  const many = Array.from({ length: 24 }, (_, seed) => level(seed + 10));
  const verdicts = judgeSeriesFamily([...Array<SeriesInput>(6).fill(weak), ...many]);
  expect(verdicts[0]?.changes[0]?.state).toBe('sure');
});

it('tests that could have no change at that night are not in the family', () => {
  const short = { values: [...Array(30).fill(null), ...noisyValues(10, () => 1)], better } as const;
  const before = { values: [...noisyValues(35, () => 1), ...Array(5).fill(null)], better } as const;
  const after = { values: [...Array(35).fill(null), ...noisyValues(13, () => 1)], better } as const;
  for (const other of [short, before, after]) {
    expect(judgeSeriesFamily([weak, ...Array<SeriesInput>(29).fill(other)])[0]?.changes[0]?.state).toBe(
      'sure',
    );
  }
});

it('the part of false changes is a setting', () => {
  const many = Array.from({ length: 29 }, (_, seed) => level(seed + 10));
  expect(judgeSeriesFamily([weak, ...many], { q: 0.3 })[0]?.changes[0]?.state).toBe('sure');
  expect(judgeSeriesFamily([], { q: 0.1 })).toEqual([]);
});
