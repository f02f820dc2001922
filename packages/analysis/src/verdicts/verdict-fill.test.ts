import { describe, expect, it } from 'vitest';
import { possibleDepth, verdictClass, verdictFill } from './verdict-fill';

describe('how a verdict is drawn', () => {
  it('has the fill of its size when it is believed, and the faintest at the limit', () => {
    expect(verdictFill('regression', 0.75)).toBe('r3');
    expect(verdictFill('regression', 0.951)).toBe('r1');
    expect(verdictFill('improvement', 1.3)).toBe('b3');
    expect(verdictFill('small regression', 0.96)).toBe('r1');
  });

  it('has no fill when it is not believed, however far it moved', () => {
    for (const verdict of ['possible regression', 'unclear', 'no change'] as const) {
      expect(verdictFill(verdict, 0.8)).toBe('n');
    }
    expect(verdictFill('missing', null)).toBe('v');
  });

  it('has its own mark', () => {
    expect(verdictClass('small improvement', 1.04)).toBe('b1 sm');
    expect(verdictClass('possible regression', 0.96)).toBe('pr');
    expect(verdictClass('possible improvement', 1.04)).toBe('pb');
    expect(verdictClass('unclear', 0.97)).toBe('un');
    expect(verdictClass('regression', 0.85)).toBe('r2');
  });

  it.each([
    [0.95, 'pr'],
    [0.9, 'pr p2'],
    [0.8, 'pr p3'],
    [0.7, 'pr p4'],
    [0.5, 'pr p5'],
    [Number.NaN, 'pr'],
    [null, 'pr'],
  ])('shows the size of a possible loss: %s', (ratio, expected) => {
    expect(verdictClass('possible regression', ratio)).toBe(expected);
  });

  it('shows the size of a possible gain by the same steps', () => {
    expect(verdictClass('possible improvement', 1.3)).toBe('pb p3');
    expect(possibleDepth('possible improvement', 2)).toBe(5);
    expect(possibleDepth('improvement', 2)).toBeNull();
  });
});
