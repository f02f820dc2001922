import { describe, expect, it } from 'vitest';
import { assumedNoiseText, isKindOpen, uncalibratedText } from './calibration-words';

describe('a server whose noise is not known', () => {
  it.each([
    ['dedicated', 'twice'],
    [null, 'four times'],
    ['unknown', 'four times'],
    ['virtual', 'six times'],
    ['shared', 'six times'],
  ] as const)('of kind %s has %s the usual noise', (kind, times) => {
    expect(assumedNoiseText(kind)).toBe(`${times} the usual noise is assumed`);
  });

  it('says what cannot be known: no rate of false flags, or no sure change at all', () => {
    expect(uncalibratedText({ kind: 'dedicated', unsure: false })).toMatch(
      /nobody knows how many flags are false\.$/,
    );
    expect(uncalibratedText({ kind: 'virtual', unsure: true })).toMatch(
      /whose host others may use, so no change is sure\.$/,
    );
    expect(uncalibratedText({ kind: null, unsure: true })).toMatch(
      /and others may use it, so no change is sure\.$/,
    );
  });

  it('is worth a question while nobody said more than that nobody can tell', () => {
    expect(
      [null, undefined, 'unknown', 'virtual', 'dedicated'].map((kind) => isKindOpen(kind as null)),
    ).toEqual([true, true, true, false, false]);
  });
});
