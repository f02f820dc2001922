import { describe, expect, it } from 'vitest';
import { openWord, verdictTrend } from './verdict-trend';

describe('what a verdict says of a place', () => {
  it('is a loss, a gain or neither, when it is believed', () => {
    expect(verdictTrend('regression')).toBe('worse');
    expect(verdictTrend('small regression')).toBe('worse');
    expect(verdictTrend('small improvement')).toBe('better');
    expect(verdictTrend('no change')).toBe('same');
  });

  it('is nothing while it is open', () => {
    for (const verdict of ['possible regression', 'possible improvement', 'unclear', 'missing'] as const) {
      expect(verdictTrend(verdict)).toBeNull();
    }
    expect(openWord('possible regression')).toBe('possibly slower');
    expect(openWord('unclear')).toBe('unclear');
    expect(openWord('missing')).toBeNull();
    expect(openWord('no change')).toBeNull();
  });
});
