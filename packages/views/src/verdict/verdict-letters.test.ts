import type { Verdict } from '@basecase/analysis';
import { expect, it } from 'vitest';
import { verdictLetters, verdictOfLetter } from './verdict-trend';

it('writes verdicts as one letter each, and reads them again', () => {
  const verdicts: Verdict[] = [
    'regression',
    'small regression',
    'possible regression',
    'improvement',
    'small improvement',
    'possible improvement',
    'no change',
    'unclear',
    'missing',
  ];
  const letters = verdictLetters(verdicts);
  expect(letters).toHaveLength(verdicts.length);
  expect([...letters].map(verdictOfLetter)).toEqual(verdicts);
  expect([verdictOfLetter('?'), verdictOfLetter(undefined)]).toEqual(['missing', 'missing']);
});
