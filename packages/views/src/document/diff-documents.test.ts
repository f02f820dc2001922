import { describe, expect, it } from 'vitest';
import { testCell, testDocument, testTable } from '../testing/test-document';
import { diffDocuments, isSameDocument } from './document-text';

const frozen = testDocument(testTable(['l.i0', 'l.x'], { '8.0.43': [100, 50], '9.4.0': [98, 'failed'] }));
const against = (...tables: Parameters<typeof testDocument>) =>
  diffDocuments(frozen, testDocument(...tables));

describe('difference of two documents', () => {
  it('is none for the same numbers, however they are written', () => {
    const texts = testTable(['l.i0', 'l.x'], {
      '8.0.43': [testCell(100, { text: '1e2', level: 'v' }), 50],
      '9.4.0': [98, 'failed'],
    });
    const diff = against(texts);
    expect(diff && isSameDocument(diff)).toBe(true);
  });

  it('counts cells whose number is another, by less than any text shows, and words that changed', () => {
    expect(
      against(testTable(['l.i0', 'l.x'], { '8.0.43': [100.0001, null], '9.4.0': [98, 'SLA failed'] })),
    ).toEqual({ cells: 3, newColumns: 0, goneColumns: 0, newRows: 0, goneRows: 0 });
  });

  it('counts what came and what went once, in however many tables it stands', () => {
    const now = { '8.0.43': [100, 1], '9.5.0': [97, 1] };
    const diff = against(
      testTable(['l.i0', 'qr100.L1'], now),
      testTable(['l.i0', 'qr100.L1'], now, { id: 'relative' }),
    );
    expect(diff).toEqual({ cells: 0, newColumns: 1, goneColumns: 1, newRows: 1, goneRows: 1 });
  });

  it('is null when nothing of the earlier one is left', () => {
    expect(against(testTable(['qr100.L1'], { '5.6.51': [1] }))).toBeNull();
    expect(against()).toBeNull();
    const words = testDocument(testTable(['l.i0', 'Reading'], { '8.0.43': [1, 'slower'] }));
    expect(
      diffDocuments(words, testDocument(testTable(['l.x', 'Reading'], { '8.0.43': [1, 'slower'] }))),
    ).toBeNull();
  });
});
