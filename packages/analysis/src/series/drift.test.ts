import { expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { makeSeries, randomNumbers, valuesOf } from './testing/made-series';

/** Of 300 made-up series with noise of 2% around a shape: those with a sure change, and those with a drift. */
function count(rho: number, nights: number, shapeOf: (night: number) => number) {
  const random = randomNumbers(5);
  let [sure, drift] = [0, 0];
  for (let i = 0; i < 300; i++) {
    const noise = makeSeries(random, { nights, sd: 0.02, rho, outliers: 0, step: 0, at: 0 });
    const values = valuesOf(noise.map((log, night) => log + shapeOf(night)));
    const { changes } = judgeSeries({ values, better: 'higher-is-better' });
    sure += changes.some(({ state }) => state === 'sure') ? 1 : 0;
    drift += changes.some(({ doubts }) => doubts.includes('drift')) ? 1 : 0;
  }
  return { sure, drift };
}

/** A slope of that size from one night to another, flat before and after. */
const ramp = (size: number, from: number, to: number) => (night: number) =>
  Math.log(1 + size) * Math.max(0, Math.min(1, (night - from) / (to - from)));
const steps =
  (size: number, ...places: number[]) =>
  (night: number) =>
    Math.log(1 + size) * places.filter((place) => night >= place).length;

// docs/method.md §10.10
it.each([
  {
    what: '-8% over 200 nights',
    rho: 0.5,
    nights: 200,
    shape: ramp(-0.08, 0, 200),
    expected: { sure: 13, drift: 287 },
  },
  {
    what: '-15% over 200 nights',
    rho: 0.5,
    nights: 200,
    shape: ramp(-0.15, 0, 200),
    expected: { sure: 0, drift: 300 },
  },
  // A ramp that is flat on both sides is half a step.
  {
    what: '-8% over the middle 100 of 200 nights',
    rho: 0.5,
    nights: 200,
    shape: ramp(-0.08, 50, 150),
    expected: { sure: 110, drift: 187 },
  },
])('a slope is not a step: $what', ({ rho, nights, shape, expected }) => {
  expect(count(rho, nights, shape)).toEqual(expected);
});

it.each([
  {
    what: '-5% of 200 nights',
    rho: 0.5,
    nights: 200,
    shape: steps(-0.05, 120),
    expected: { sure: 298, drift: 1 },
  },
  {
    what: '-7% of 60 nights',
    rho: 0.5,
    nights: 60,
    shape: steps(-0.07, 40),
    expected: { sure: 260, drift: 6 },
  },
  {
    what: 'twice -5% of 200',
    rho: 0,
    nights: 200,
    shape: steps(-0.05, 70, 140),
    expected: { sure: 300, drift: 0 },
  },
])('a step is not a slope: $what', ({ rho, nights, shape, expected }) => {
  expect(count(rho, nights, shape)).toEqual(expected);
});
