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
    expect(assumedNoiseText(kind)).toBe(`${times} the typical noise is assumed`);
  });

  it('reports the unknown: the error rate, or that no change can be sure', () => {
    expect(uncalibratedText({ kind: 'dedicated', unsure: false })).toMatch(/typical noise is assumed\.$/);
    expect(uncalibratedText({ kind: 'virtual', unsure: true })).toMatch(
      /whose host others may use: no change is confirmed\.$/,
    );
    expect(uncalibratedText({ kind: null, unsure: true })).toMatch(
      /and others may use it: no change is confirmed\.$/,
    );
  });

  it('asks for the kind of machine if it is not specified or unknown', () => {
    expect(
      [null, undefined, 'unknown', 'virtual', 'dedicated'].map((kind) => isKindOpen(kind as null)),
    ).toEqual([true, true, true, false, false]);
  });
});
