import { describe, expect, it } from 'vitest';
import { CARD_LIMITS, fitTables, type TableCard, tableImageOf } from './table-card';

/** A card with a base and ratios, one row of ratios for each test. */
function card(ratios: Record<string, string[]>, base = 0): TableCard {
  const width = Object.values(ratios)[0]?.length ?? 0;
  return {
    title: 'MySQL',
    meta: 'sysbench',
    sentence: 'None.',
    metric: 'Relative QPS',
    legend: '',
    columns: Array.from({ length: width }, (_, index) => ({
      name: `v${index}`,
      detail: '',
      isBase: index === base,
    })),
    groups: [
      {
        label: 'Writes',
        rows: Object.entries(ratios).map(([test, cells]) => ({
          test,
          note: '',
          cells: cells.map((text) => ({ text, level: 'n' as const })),
        })),
      },
    ],
  };
}

describe('what an image shows of a table', () => {
  it('is all of it when it fits', () => {
    const image = tableImageOf(card({ a: ['100', '0.90'], b: ['100', '1.00'] }), {
      rows: 2,
      columns: 2,
    });
    expect(image.rows.map(({ test }) => test)).toEqual(['a', 'b']);
    expect(image.cut).toBe('');
  });

  it('is the largest changes, either way, in the order of the table, and says of how many', () => {
    // 0.5 is as far as 2.00; the absolute value of the base (900) and a dash aren't changes.
    const all = card({
      a: ['900', '1.10'],
      b: ['1', '0.50'],
      c: ['1', '–'],
      d: ['1', '1.99'],
      e: ['1', 'inf'],
    });
    const image = tableImageOf(all, { rows: 2, columns: 5 });
    expect(image.rows.map(({ test }) => test)).toEqual(['b', 'd']);
    expect(image.cut).toBe('2 of 5 tests, those that changed most');
  });

  it('is the base and the newest columns', () => {
    const wide = card({ a: ['0.1', '0.2', '100', '0.4', '0.5', '0.6'] }, 2);
    const image = tableImageOf(wide, { rows: 9, columns: 3 });
    expect(image.columns.map(({ name }) => name)).toEqual(['v2', 'v4', 'v5']);
    expect(image.rows[0]?.cells.map(({ text }) => text)).toEqual(['100', '0.5', '0.6']);
    expect(image.cut).toBe('3 of 6 columns');
  });
});

describe('what a card shows of products side by side', () => {
  const wide = () => {
    const own = card({ a: ['100', '0.9', '0.8', '0.7', '0.6', '50', '1.1', '1.2', '1.3', '1.4'] });
    for (const [index, column] of own.columns.entries()) column.isBase = index === 0 || index === 5;
    return { ...own, bands: [5, 5].map((columns, index) => ({ name: `product ${index}`, columns })) };
  };

  it('is the base and the newest columns of each', () => {
    const image = tableImageOf(wide(), { rows: 9, columns: 6 });
    expect(image.columns.map(({ name }) => name)).toEqual(['v0', 'v3', 'v4', 'v5', 'v8', 'v9']);
    expect(image.bands).toEqual([
      { name: 'product 0', columns: 3 },
      { name: 'product 1', columns: 3 },
    ]);
  });

  it('is the last of them where not all have room', () => {
    const image = tableImageOf(wide(), { rows: 9, columns: 5 });
    expect(image.columns.map(({ name }) => name)).toEqual(['v5', 'v6', 'v7', 'v8', 'v9']);
    expect(image.bands).toEqual([{ name: 'product 1', columns: 5 }]);
  });

  it('has the sentences that there is room for, whole', () => {
    const long = { ...card({ a: ['1', '2'] }), sentence: `First. ${'x'.repeat(200)}. Last.` };
    expect(tableImageOf(long, CARD_LIMITS).sentence).toBe('First.');
    expect(tableImageOf(long, { rows: 9, columns: 9 }).sentence).toBe(long.sentence);
  });
});

describe('all tables of a view as one image', () => {
  const rows = (count: number) =>
    card(Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, ['1', '0.90']])));

  it('has as many rows of all of them as an image may have', () => {
    const images = fitTables([rows(60), rows(60), rows(5)]);
    expect(images.map((image) => image.rows.length)).toEqual([60, 40]);
    expect(images.map(({ cut }) => cut)).toEqual(['', '40 of 60 tests, those that changed most']);
    expect(fitTables([rows(3), rows(2)]).map((image) => image.rows.length)).toEqual([3, 2]);
  });

  it('does not take values for changes', () => {
    const values = card({ a: ['1', '900'], b: ['1', '0.90'] });
    for (const row of values.groups[0]?.rows ?? []) {
      for (const cell of row.cells) cell.isPlain = cell.text === '900';
    }
    expect(tableImageOf(values, { rows: 1, columns: 2 }).rows.map(({ test }) => test)).toEqual(['b']);
  });
});
