import { expect, it } from 'vitest';
import { commitSearchSentence } from './search-words';

const found = {
  found: 'first bad' as const,
  firstBad: 'b5',
  lastGood: 'b4',
  candidates: 1,
  chance: 0.9996,
};

it.each([
  [{}, 'First bad build: b5 (99.9%), last good: b4.'],
  [{ chance: 0.956 }, 'First bad build: b5 (96%), last good: b4.'],
  [
    { firstBad: null, candidates: 3 },
    'The first bad build is one of 3 (99.9%): the others could not be measured, last good: b4.',
  ],
  [
    { found: 'unclear' as const, firstBad: null, candidates: 9, chance: 0.9, lastGood: null },
    'The first bad build is one of 9 (90%): undecided after the most runs.',
  ],
  [
    { found: 'unclear' as const, firstBad: null, candidates: 0, chance: null },
    'GOOD and BAD can’t be distinguished by these runs.',
  ],
  [
    { found: 'no difference' as const, firstBad: null, candidates: 0, chance: null },
    'GOOD and BAD do not differ.',
  ],
])('a search with %j is one sentence', (change, sentence) => {
  expect(commitSearchSentence({ ...found, ...change })).toBe(sentence);
});
