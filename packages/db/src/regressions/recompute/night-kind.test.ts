import { judgeSeries, type SeriesChange } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { isFailing, kindOfNights } from './night-kind';

const NIGHTS = Array.from({ length: 24 }, (_, night) => night);

/** Twice as fast from night 12 on. */
function faster(): SeriesChange {
  const values = NIGHTS.map(
    (night) => (night < 12 ? 1000 : 2000) * (1 + 0.01 * Math.sin(12.9898 * (night + 1))),
  );
  const verdict = judgeSeries({ values, better: 'higher-is-better' });
  const [change] = verdict.changes;
  if (!change) throw new Error('There is a change.');
  expect(kindOfNights(verdict, change)).toBe('improvement');
  return change;
}

describe('a faster level of nights', () => {
  it.each([
    [0, 0, false],
    [0, 0.5, true],
    [0.5, 0.5, false],
    [0.5, 0, false],
    [null, 0.5, true],
    [0, null, false],
  ])('with %s of the operations failed before it and %s in it fails more: %s', (before, after, expected) => {
    const failed = [NIGHTS.map((night) => (night < 12 ? before : after))];
    expect(isFailing({ failed }, { row: 0, nights: NIGHTS, change: faster() })).toBe(expected);
    expect(isFailing({}, { row: 0, nights: NIGHTS, change: faster() })).toBe(false);
  });
});
