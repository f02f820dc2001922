import { describe, expect, it } from 'vitest';
import { dateText, liveText, parserText } from './document-text';

describe('the note above a frozen view', () => {
  it('says when and by which parsers, in UTC', () => {
    expect(dateText('2026-11-21T23:59:00.000Z')).toBe('21 November 2026');
    expect(dateText('2026-01-02T00:01:00.000Z')).toBe('2 January 2026');
    expect(parserText([2])).toBe('parser version 2');
    expect(parserText([1, 2, 4])).toBe('parser versions 1, 2 and 4');
  });

  it('describes the changes of the live view', () => {
    expect(liveText({ state: 'same' })).toBe('The live view shows the same numbers.');
    expect(liveText({ state: 'gone' })).toBe('Its sources were deleted: these numbers exist only here.');
    expect(liveText({ state: 'differs', cells: 3, newColumns: 0, goneColumns: 0 })).toBe(
      'The live view now differs in 3 cells.',
    );
    expect(liveText({ state: 'differs', cells: 1, newColumns: 1, goneColumns: 0 })).toBe(
      'The live view now differs in 1 cell and has 1 more column.',
    );
    expect(liveText({ state: 'differs', cells: 40, newColumns: 2, goneColumns: 1 })).toBe(
      'The live view now differs in 40 cells, has 2 more columns and lacks 1 column.',
    );
    expect(
      liveText({ state: 'differs', cells: 0, newColumns: 0, goneColumns: 0, newRows: 1, goneRows: 2 }),
    ).toBe('The live view now has 1 more row and lacks 2 rows.');
  });
});
