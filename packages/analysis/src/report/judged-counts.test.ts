import { describe, expect, it } from 'vitest';
import { judgedCounts } from './build-report';

describe('verdicts in a sentence', () => {
  it('tell what is sure from what is possible', () => {
    expect(
      judgedCounts([
        'regression',
        'small regression',
        'possible regression',
        'improvement',
        'unclear',
        'unclear',
        'no change',
        'missing',
      ]),
    ).toBe('2 of 7 tests are slower, 1 likely; 1 is faster; 2 are within noise.');
  });

  it('do not call slower what is only possible', () => {
    expect(judgedCounts(['possible regression', 'no change'])).toBe('1 of 2 tests is likely slower.');
    expect(judgedCounts(['no change', 'possible improvement', 'possible improvement'])).toBe(
      '2 of 3 tests are likely faster.',
    );
  });

  it('do not call unclear fine', () => {
    expect(judgedCounts(['no change', 'no change'])).toBe('None of 2 tests changed.');
    expect(judgedCounts(['no change', 'unclear'])).toBe('1 of 2 tests is within noise.');
  });

  it('are one word for one test', () => {
    expect(judgedCounts(['small improvement', 'missing'])).toBe('Verdict: small improvement.');
    expect(judgedCounts(['unclear'])).toBe('Verdict: within noise.');
    expect(judgedCounts(['missing'])).toBe('Nothing to judge.');
  });
});
