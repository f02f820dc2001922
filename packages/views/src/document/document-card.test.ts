import { describe, expect, it } from 'vitest';
import { testCell, testDocument, testTable } from '../testing/test-document';
import { documentCard, documentCards } from './table-card';

const absolute = testTable(['l.i0'], { '8.0.43': [100], '9.4.0': [80] });
const relative = testTable(
  ['l.i0', 'Reading'],
  { '8.0.43': [1, ''], '9.4.0': [testCell(0.8, { level: 'r2', mark: 'dn' }), 'slower'] },
  { id: 'relative', title: 'Relative throughput' },
);
const words = relative.heads.map((head) => ({ ...head, isWords: head.label === 'Reading' }));

describe('a document as a picture', () => {
  it('is its ratios on a card, and all its tables on the large one', () => {
    const document = testDocument(absolute, relative);
    expect(documentCard(document)).toMatchObject({
      title: 'Insert Benchmark: MySQL 8.0.43 to 9.4.0 on 8-core',
      meta: 'uploaded runs / pn53',
      sentence: 'None of 2 steps is slower in 9.4.0.',
      metric: 'Relative throughput',
    });
    expect(documentCards(document).map(({ metric }) => metric)).toEqual([
      'Throughput',
      'Relative throughput',
    ]);
    expect(documentCard(testDocument(absolute)).metric).toBe('Throughput');
    expect(documentCard(testDocument()).columns).toEqual([]);
  });

  it('leaves out words next to numbers and explains colours if there are any', () => {
    const card = documentCard(testDocument({ ...relative, heads: words }));
    expect(card.columns.map(({ name }) => name)).toEqual(['l.i0']);
    expect(card.groups[0]?.rows.map(({ cells }) => cells)).toEqual([
      [{ text: '1', level: 'n', isPlain: true }],
      [{ text: '0.8', level: 'r2', isPlain: false }],
    ]);
    expect(card.legend).toMatch(/orange is worse/);
    const allWords = { ...relative, heads: words.map((head) => ({ ...head, isWords: true })) };
    expect(documentCards(testDocument(absolute, allWords))).toHaveLength(1);
    expect(documentCard(testDocument(absolute)).legend).toBe('inserts per second');
  });
});
