import { describe, expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { makeSeries, randomNumbers, valuesOf } from './testing/made-series';

/** Nights from which on a series is looked at every night, as a CI does. */
const FIRST = 20;
const NIGHTS = 120;

/** Of some series, judged anew after each night: those that are surely changed at some of them. */
function everSure(seed: number, series: number, step: number): number {
  const random = randomNumbers(seed);
  let found = 0;
  for (let i = 0; i < series; i += 1) {
    const made = { nights: NIGHTS, sd: 0.025, rho: 0.5, outliers: 0.04, step, at: 60 };
    const values = valuesOf(makeSeries(random, made));
    const isSure = (night: number) =>
      judgeSeries({ values: values.slice(0, night), better: 'higher-is-better' }).changes.some(
        ({ state }) => state === 'sure',
      );
    found += Array.from({ length: NIGHTS - FIRST + 1 }, (_, index) => FIRST + index).some(isSure) ? 1 : 0;
  }
  return found;
}

describe('a history that is judged every night', () => {
  // docs/method.md §10.10: with the noise that levels are found with alone it would be 4 of 12.
  it('is rarely called changed where nothing is', () => {
    expect(everSure(3, 12, 0)).toBe(0);
  });

  it('is called changed where it is', () => {
    expect(everSure(4, 6, -0.1)).toBe(6);
  });
});

it('a change that noise may have made is possible, and says so', () => {
  const random = randomNumbers(5);
  const values = valuesOf(
    makeSeries(random, { nights: 60, sd: 0.025, rho: 0.5, outliers: 0, step: -0.07, at: 50 }),
  );
  expect(judgeSeries({ values, better: 'higher-is-better' }).changes).toMatchObject([
    { state: 'possible', doubts: ['weak'] },
  ]);
});
