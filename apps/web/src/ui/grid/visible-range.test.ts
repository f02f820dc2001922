import { describe, expect, it } from 'vitest';
import { eachColumn, HEADS } from './each-column';
import { LABELS, NEAR, VisibleRange } from './visible-range';

const COLUMN = 50;
/** A window of the narrowest kind, whose rows keep 19 cells. */
const FITS = (query: string) => query.includes('91em');

/** A box of 400 px with a name of 100 px and columns of 50 px: six columns are in sight, one of them in part. */
function boxOf(heads: number[], scrollLeft: number): HTMLElement {
  return {
    scrollLeft,
    clientWidth: 400,
    querySelector: () => ({ offsetWidth: 100 }),
    querySelectorAll: () => heads.map((offsetWidth) => ({ offsetWidth })),
  } as never;
}

/** Indexes of the cells in sight of a row with a name, ten columns and two cells behind them. */
function seen(visible: VisibleRange): number[] {
  return Array.from({ length: 13 }, (_, index) => index).filter(visible.hasCell);
}

const ALL = Array.from({ length: 13 }, (_, index) => index);
const WIDE = Array.from({ length: 10 }, () => COLUMN);

describe('what is in sight of a grid', () => {
  it('is everything until measured, except hidden columns', () => {
    const visible = new VisibleRange(FITS);
    expect(seen(visible)).toEqual(ALL);
    expect(visible.hasCell(LABELS)).toBe(false);
  });

  it('is the name, which sticks, and the columns between the edges of the box', () => {
    const visible = new VisibleRange(FITS);
    visible.measure(boxOf(WIDE, 0));
    expect(seen(visible)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    visible.measure(boxOf(WIDE, 120));
    expect(seen(visible)).toEqual([0, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is all of what stands behind the columns as soon as a part of it is', () => {
    const visible = new VisibleRange(FITS);
    visible.measure(boxOf(WIDE, 200));
    expect(seen(visible)).toEqual([0, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('is the columns between the edges when widths differ', () => {
    // Columns of 60 and 90 px in turn, behind a name of 100 px.
    const heads = Array.from({ length: 9 }, (_, index) => ({
      offsetLeft: index === 0 ? 0 : 100 + Math.floor((index - 1) / 2) * 150 + ((index - 1) % 2) * 60,
      offsetWidth: index === 0 ? 100 : index % 2 ? 60 : 90,
    }));
    const box = (scrollLeft: number) =>
      ({
        scrollLeft,
        clientWidth: 400,
        querySelector: () => ({ offsetWidth: 100 }),
        querySelectorAll: (selector: string) => (selector.includes(HEADS) ? heads : []),
      }) as never;
    const visible = new VisibleRange(FITS, eachColumn);
    visible.measure(box(0));
    expect(seen(visible)).toEqual([0, 1, 2, 3, 4]);
    visible.measure(box(155));
    expect(seen(visible)).toEqual([0, 3, 4, 5, 6, 7]);
    heads[2] = { offsetLeft: 0, offsetWidth: 0 };
    visible.measure(box(0));
    expect(seen(visible)).toEqual(ALL);
  });

  it('is whole rows where only one column is shown, and where no columns are of one width', () => {
    for (const heads of [[COLUMN, 0, 0], []]) {
      const visible = new VisibleRange(FITS);
      visible.measure(boxOf(heads, 120));
      expect(seen(visible)).toEqual(ALL);
    }
  });
});

describe('a row that holds back columns', () => {
  /** A row as far as it is asked. */
  function rowOf() {
    const attributes = new Set<string>();
    const row = {
      setAttribute: (name: string) => attributes.add(name),
      removeAttribute: (name: string) => attributes.delete(name),
    } as never as HTMLTableRowElement;
    return { row, attributes };
  }

  it('may while they are out of sight', () => {
    const visible = new VisibleRange(FITS);
    expect(visible.canHoldBack()).toBe(false);
    visible.measure(boxOf(WIDE, 0));
    expect(visible.canHoldBack()).toBe(true);
    visible.measure(
      boxOf(
        Array.from({ length: 40 }, () => COLUMN),
        800,
      ),
    );
    expect(visible.canHoldBack()).toBe(false);
  });

  it('has them when its turn comes, with what waits of it', () => {
    const visible = new VisibleRange(FITS);
    const { row, attributes } = rowOf();
    visible.watch(row);
    visible.measure(boxOf(WIDE, 0));
    row.setAttribute(NEAR, '');
    const drawn: number[][] = [];
    visible.draw(row, (isWanted) => drawn.push(ALL.filter(isWanted)));
    expect([...attributes]).toEqual([NEAR]);
    expect(drawn).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
    visible.catchUp();
    expect(drawn).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], ALL]);
    expect([...attributes]).toEqual([]);
  });
});
