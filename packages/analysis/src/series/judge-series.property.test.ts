import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeSeries } from './judge-series';
import { judgeSeriesFamily } from './judge-series-family';
import type { SeriesInput, SeriesVerdict } from './series';

const value = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 90, max: 110, noNaN: true }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }).map((level) => level * 100) },
  { weight: 1, arbitrary: fc.double({ min: 1e-6, max: 1e12, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY) },
);

const inputs: fc.Arbitrary<SeriesInput> = fc.array(value, { maxLength: 60 }).chain((values) => {
  const night = fc.nat({ max: values.length + 2 });
  return fc.record({
    values: fc.constant(values),
    better: fc.constantFrom('higher-is-better', 'lower-is-better', 'none'),
    breaks: fc.array(fc.record({ at: night, label: fc.constant('kernel') }), { maxLength: 4 }),
    held: fc.array(fc.record({ firstBad: night }), { maxLength: 4 }),
  });
});

function numbersOf(verdict: unknown): number[] {
  if (typeof verdict === 'number') return [verdict];
  return verdict !== null && typeof verdict === 'object' ? Object.values(verdict).flatMap(numbersOf) : [];
}

function expectSound({ values }: SeriesInput, verdict: SeriesVerdict): void {
  expect(numbersOf(verdict).filter((number) => !Number.isFinite(number))).toEqual([]);
  const hasValue = (night: number) => (values[night] ?? 0) > 0 && Number.isFinite(values[night]);
  const { levels, changes } = verdict;
  for (const { start, end, low, value: level, high, nights } of levels) {
    const own = [...values.keys()].slice(start, end).filter(hasValue);
    expect([own[0], (own.at(-1) ?? 0) + 1, own.length]).toEqual([start, end, nights]);
    expect(low < level && level < high).toBe(true);
  }
  const newest = changes.filter(({ doubts }) => doubts.includes('newest nights'));
  expect(changes.length - newest.length).toBe(Math.max(0, levels.length - 1));
  const covered = [...levels, ...newest].reduce((sum, { nights }) => sum + nights, 0);
  expect(covered).toBe(verdict.enough ? verdict.nights : 0);
  for (const change of changes) {
    expect(hasValue(change.firstBad) && hasValue(change.lastGood)).toBe(true);
    expect(change.lastGood).toBeLessThan(change.firstBad);
    expect(change.state === 'sure').toBe(change.doubts.length === 0);
    expect(change.nights >= 3 || newest.includes(change)).toBe(true);
    expect(change.fixed === null || change.fixed > change.firstBad).toBe(true);
  }
}

it('never throws, has no number that is none, and covers every night once', () => {
  fc.assert(fc.property(inputs, (input) => expectSound(input, judgeSeries(input))));
});

it('a family says the same of each test but for the doubt of the family', () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 5 }), (family) => {
      const together = judgeSeriesFamily(family);
      expect(together.map((verdict) => verdict.changes.map(({ firstBad }) => firstBad))).toEqual(
        family.map((input) => judgeSeries(input).changes.map(({ firstBad }) => firstBad)),
      );
      for (const [index, input] of family.entries()) {
        const verdict = together[index];
        if (verdict) expectSound(input, verdict);
      }
    }),
  );
});

it('does not depend on the unit', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 90, max: 110, noNaN: true }), { maxLength: 60 }), (values) => {
      const places = (factor: number) =>
        judgeSeries({ values: values.map((one) => one * factor), better: 'none' }).levels.map(
          ({ start }) => start,
        );
      expect(places(1024)).toEqual(places(1));
    }),
  );
});
