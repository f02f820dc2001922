import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BuildPlace, orderBuilds, tiedBuilds, timeConflicts } from './order-builds';

interface Named extends BuildPlace {
  name: string;
}

const build = (name: string, number: number | null, day: number | null): Named => ({
  name,
  number,
  at: day === null ? null : `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`,
});
const namesOf = (builds: readonly Named[]) => builds.map(({ name }) => name).join('');
const placeOf = (item: Named) => item;
const order = (...builds: Named[]) => namesOf(orderBuilds(builds, placeOf));

describe('the order of builds', () => {
  it('is that of numbers, however the times are', () => {
    expect(order(build('c', 12, 3), build('a', 9, 9), build('b', 10, 1))).toBe('abc');
  });

  it('is that of times without numbers', () => {
    expect(order(build('c', null, 3), build('a', null, 1), build('b', null, 2))).toBe('abc');
  });

  it('places a build without a number by its time among those with one', () => {
    expect(order(build('b', null, 2), build('c', 7, 3), build('a', 5, 1))).toBe('abc');
    expect(order(build('a', null, 1), build('b', 5, 2))).toBe('ab');
    expect(order(build('a', 5, 2), build('b', null, 2))).toBe('ab');
  });

  it('is that of known parents where times say something else, and numbers do not', () => {
    const hash = (digit: string) => digit.repeat(40);
    const child = (name: string, of: string | null, day: number, number: number | null = null): Named => ({
      ...build(name, number, day),
      commit: hash(name),
      parents: of === null ? [] : [hash(of)],
    });
    expect(order(child('a', null, 9), child('b', 'a', 5), child('c', 'b', 1))).toBe('abc');
    expect(order(child('c', 'b', 1), child('b', 'a', 5), child('a', null, 9))).toBe('abc');
    // A parent that was not measured says nothing, and a short hash is one all the same.
    expect(order(child('b', 'f', 2), child('a', null, 1))).toBe('ab');
    expect(order({ ...child('b', null, 1), parents: ['aaaaaaa'] }, child('a', null, 2))).toBe('ab');
    // Two numbers say more, and parents in a circle nothing.
    expect(order(child('a', 'b', 1, 1), child('b', null, 2, 2))).toBe('ab');
    expect(order(child('a', 'b', 1), child('b', 'a', 2))).toHaveLength(2);
    const many = Array.from({ length: 5000 }, (_, index) => ({
      ...build(`${index},`, null, 1),
      commit: String(index).padStart(8, '0'),
      parents: index === 0 ? [] : [String(index - 1).padStart(8, '0')],
    }));
    expect(orderBuilds(many.toReversed(), placeOf)).toEqual(many);
  });

  it('keeps each build once, and numbers in order, for any mixture', () => {
    const place = fc.record({
      number: fc.option(fc.nat({ max: 30 }), { nil: null }),
      day: fc.option(fc.integer({ min: 1, max: 28 }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (places) => {
        const builds = places.map(({ number, day }, index) => build(`${index},`, number, day));
        const ordered = orderBuilds(builds, placeOf);
        expect(ordered.toSorted((a, b) => parseInt(a.name, 10) - parseInt(b.name, 10))).toEqual(builds);
        const numbers = ordered.flatMap(({ number }) => number ?? []);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        const times = ordered.flatMap(({ number, at }) => (number === null ? Date.parse(at ?? '1970') : []));
        if (numbers.length === 0) expect(times).toEqual(times.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('what the order of builds leaves open', () => {
  it('is where numbers and times disagree', () => {
    const ordered = orderBuilds([build('a', 1, 1), build('b', 2, 9), build('c', 3, 3)], placeOf);
    const conflicts = timeConflicts(ordered, placeOf);
    expect(conflicts.map(({ before, after }) => before.name + after.name)).toEqual(['bc']);
    expect(timeConflicts([build('a', 1, 1), build('b', 2, null), build('c', 3, 1)], placeOf)).toEqual([]);
  });

  it('is which of several builds of one time came first, where they have no numbers', () => {
    const builds = [build('a', null, 1), build('b', null, 2), build('c', null, 2), build('d', null, 3)];
    expect(namesOf(tiedBuilds(builds, 1, placeOf))).toBe('bc');
    expect(namesOf(tiedBuilds(builds, 0, placeOf))).toBe('a');
    expect(namesOf(tiedBuilds([build('a', 1, 2), build('b', 2, 2)], 0, placeOf))).toBe('a');
  });

  it('is not the place of the first of a chain, which is the parent of the next', () => {
    const at = '2026-05-01T00:00:00Z';
    const chain = ['a', 'b', 'c'].map((name, index, names) => ({
      ...{ number: null, at, commit: name.repeat(40) },
      parents: index === 0 ? [] : [(names[index - 1] ?? '').repeat(40)],
    }));
    for (const index of chain.keys())
      expect(tiedBuilds(chain, index, (place) => place)).toEqual([chain[index]]);
  });
});
