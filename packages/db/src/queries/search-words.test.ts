import { describe, expect, it } from 'vitest';
import { searchWords } from './search-words';

describe('searchWords', () => {
  it('tells words that must be there from words that must not', () => {
    expect(searchWords('  Write -Zipf  pn53 ')).toEqual({
      wanted: ['%write%', '%pn53%'],
      unwanted: ['%zipf%'],
    });
  });

  it('takes a dash inside a word as part of it, and one alone as nothing', () => {
    expect(searchWords('read-only -')).toEqual({ wanted: ['%read-only%'], unwanted: [] });
    expect(searchWords('')).toEqual({ wanted: [], unwanted: [] });
  });

  it('takes what LIKE gives a meaning for the letter that it is', () => {
    expect(searchWords('100%_\\').wanted).toEqual(['%100\\%\\_\\\\%']);
  });
});
