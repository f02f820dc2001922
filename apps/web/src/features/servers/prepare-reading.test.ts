import { describe, expect, it } from 'vitest';
import { joinPlaces, type PlaceReading, prepareReading } from './prepare-reading';

const WORDS = { worse: 'slower', better: 'faster' };
const place = (name: string, goodness: number | null): PlaceReading => {
  if (goodness === null) return { place: name, trend: null, goodness };
  const same = goodness < 1.05 ? 'same' : 'better';
  return { place: name, trend: goodness <= 0.95 ? 'worse' : same, goodness };
};
const read = (...goodness: (number | null)[]) =>
  prepareReading(
    goodness.map((value, index) => place(`on server${index}`, value)),
    WORDS,
  );

describe('reading of a test on several servers', () => {
  it('says that it is slower on all', () => {
    expect(read(0.8, 0.8)).toMatchObject({ pattern: 'everywhere', text: 'slower on both', strong: false });
    expect(read(0.8, 0.82, 0.81).text).toBe('slower on all 3');
    expect(read(0.8, 0.82, null).text).toBe('slower on all 2 that ran it');
  });

  it('says where it is clearly more', () => {
    expect(read(0.68, 0.94).text).toBe('slower on both, more on server0');
  });

  it('stresses what the servers do not agree about', () => {
    expect(read(0.68, 1, 1)).toEqual({ pattern: 'only-worse', text: 'slower only on server0', strong: true });
    expect(read(0.69, 1.15)).toEqual({
      pattern: 'mixed',
      text: 'slower on server0, faster on server1',
      strong: true,
    });
  });

  it('says nothing where nothing changed, and that one server alone ran it', () => {
    expect(read(1, 1.01)).toEqual({ pattern: 'same', text: '', strong: false });
    expect(read(0.5, null)).toEqual({ pattern: 'alone', text: 'slower, run on server0 only', strong: false });
    expect(read(null, null).text).toBe('');
  });

  it('says the word before the names once', () => {
    const places = ['on 8-core', 'on 24-core', 'on 48-core'].map((name) => ({ place: name }));
    expect(joinPlaces(places)).toBe('on 8-core, 24-core and 48-core');
  });
});
