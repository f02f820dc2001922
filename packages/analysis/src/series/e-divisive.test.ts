import { expect, it } from 'vitest';
import { eDivisive } from './series-changes';
import { makeSeries, NOISES, randomNumbers } from './testing/made-series';
import { plainEDivisive } from './testing/plain-method';

const RULE = { p: 0.001, least: 2 };

it.each(NOISES)('finds the same cuts as summing all distances again: $name', (noise) => {
  const random = randomNumbers(3);
  const steps = [0, -0.05, -0.1, -0.3];
  const found = steps.flatMap((step) =>
    Array.from({ length: 8 }, () => {
      const series = makeSeries(random, { nights: 36, sd: 0.02, ...noise, step, at: 22 });
      const cuts = eDivisive(series, RULE);
      expect(cuts).toEqual(plainEDivisive(series));
      return cuts.length;
    }),
  );
  expect(found.filter((count) => count > 0).length).toBeGreaterThan(16);
});

it('finds several levels, none in values that are all the same, and none in too few', () => {
  const levels = Array.from({ length: 90 }, (_, night) => [0, 1, 0.4][Math.floor(night / 30)] ?? 0);
  const noisy = levels.map((level, night) => level + (night % 3) / 50);
  expect(eDivisive(noisy, RULE)).toEqual([30, 60]);
  expect(eDivisive(Array(50).fill(7), RULE)).toEqual([]);
  expect(eDivisive([1, 1, 9], RULE)).toEqual([]);
  expect(eDivisive([], RULE)).toEqual([]);
});

it('reads a history of 2000 nights', () => {
  const random = randomNumbers(1);
  const series = makeSeries(random, { nights: 2000, sd: 0.02, rho: 0, outliers: 0, step: -0.05, at: 1700 });
  expect(eDivisive(series, RULE)).toEqual([1700]);
});
