import { describe, expect, it } from 'vitest';
import { countText, cutText, groupDigits } from './words';

describe('countText', () => {
  it('has the noun in the right number', () => {
    expect([0, 1, 2].map((count) => countText(count, 'run'))).toEqual(['0 runs', '1 run', '2 runs']);
    expect(countText(2, 'query', 'queries')).toBe('2 queries');
  });

  it('groups digits with a narrow space', () => {
    expect([999, 1000, 1234567].map(groupDigits)).toEqual(['999', '1\u202f000', '1\u202f234\u202f567']);
  });
});

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['abc🚀🚀', 5, 'abc…'],
  ['🚀🚀🚀', 5, '🚀🚀…'],
  ['', 5, ''],
])('cutText(%j, %i) is %j, and encodes', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
  expect(() => encodeURIComponent(cutText(text, most))).not.toThrow();
});
