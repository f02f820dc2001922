import { describe, expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { madeSeries, NOISES, noisyValues, valuesOf } from './testing/made-series';

const better = 'higher-is-better';
const kernel = { at: 40, label: 'kernel 6.8 → 6.14' };

describe('breaks', () => {
  it('charge a change that begins with them, or one night away', () => {
    const values = noisyValues(60, (night) => (night >= 40 ? 0.9 : 1));
    for (const at of [39, 40, 41]) {
      const [change] = judgeSeries({ values, better, breaks: [{ ...kernel, at }] }).changes;
      expect(change).toMatchObject({ brokenBy: { at }, state: 'sure', direction: 'slower' });
    }
    const far = judgeSeries({ values, better, breaks: [{ ...kernel, at: 36 }] }).changes;
    expect(far).toMatchObject([{ firstBad: 40, brokenBy: null }]);
  });

  it('the change is attributed to the nearest one, and nights without a value do not count', () => {
    const values: (number | null)[] = noisyValues(60, (night) => (night >= 40 ? 0.9 : 1));
    const two = judgeSeries({ values, better, breaks: [{ at: 41, label: 'disk' }, kernel] });
    expect(two.changes[0]?.brokenBy).toEqual(kernel);
    const gap = values.map((value, night) => (night >= 34 && night < 40 ? null : value));
    const before = judgeSeries({ values: gap, better, breaks: [{ at: 35, label: 'disk' }] });
    expect(before.changes[0]).toMatchObject({ firstBad: 40, lastGood: 33, brokenBy: { label: 'disk' } });
  });

  it('leave noise, outliers and series without a change as they are', () => {
    const values = noisyValues(60, (night) => (night === 20 ? 0.5 : 1));
    expect(judgeSeries({ values, better, breaks: [kernel] })).toEqual(judgeSeries({ values, better }));
  });

  // docs/method.md §10.10: series of 300 with a level that begins exactly at night 40.
  it.each([
    { ...NOISES[0], step: -0.04, without: 167, known: 299 },
    { ...NOISES[3], step: -0.04, without: 127, known: 288 },
    { ...NOISES[3], step: 0, without: 1, known: 41 },
  ])('less evidence is needed there: $name, $step', ({ step, without, known, ...noise }) => {
    const exact = (breaks: readonly (typeof kernel)[]) =>
      madeSeries(noise, step).filter((logs) =>
        judgeSeries({ values: valuesOf(logs), better, breaks }).levels.some(({ start }) => start === 40),
      ).length;
    expect([exact([]), exact([kernel])]).toEqual([without, known]);
  });
});

describe('fixed first bad nights', () => {
  // Night 25 lies between the levels, a little nearer to the new one.
  const values = noisyValues(50, (night) => (night > 25 ? 0.9 : night === 25 ? 0.955 : 1));
  const firstBad = (held: number[]) =>
    judgeSeries({ values, better, held: held.map((night) => ({ firstBad: night })) }).changes.map(
      (change) => change.firstBad,
    );

  it('stay while the nights hardly speak for another one', () => {
    expect(firstBad([])).toEqual([25]);
    expect(firstBad([26])).toEqual([26]);
  });

  it('move when that saves a whole penalty, and belong to one change only', () => {
    expect(firstBad([30])).toEqual([25]);
    expect(firstBad([10])).toEqual([25]);
    expect(firstBad([26, 27])).toEqual([26]);
  });

  it('make no change where there is none', () => {
    const level = noisyValues(50, () => 1);
    expect(judgeSeries({ values: level, better, held: [{ firstBad: 25 }] }).changes).toEqual([]);
  });

  it('leave three nights to each level', () => {
    const late = noisyValues(40, (night) => (night >= 37 ? 0.8 : 1));
    const { changes } = judgeSeries({ values: late, better, held: [{ firstBad: 38 }] });
    expect(changes).toMatchObject([{ firstBad: 37, state: 'sure' }]);
  });

  it('are seen by the second opinion where the nights have the change', () => {
    expect(judgeSeries({ values, better, held: [{ firstBad: 26 }] }).changes[0]?.state).toBe('sure');
  });
});
