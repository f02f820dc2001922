import { DrawQueue, type Paint } from './draw-queue';
import { NEAR, nearCells } from './near';
import { whenFrameIsIdle } from './when-idle';

/**
 * Reads how many columns a table in a box has, and the cells of a row from the first to the last in sight; without these, all are.
 *
 * @param name width of the column of names, which sticks
 */
export type ReadColumns = (
  box: HTMLElement,
  name: number,
) => { columns: number; first?: number; last?: number };

/** Index of what is not seen, the labels of links: it is never in sight. */
export const LABELS = -1;

/**
 * Draws the rows of a grid: what is in sight at once, the rest when there is time. Everything counts as in sight until it
 * is known to be out of it. Not a state: scrolling must not render anything.
 */
export class VisibleRange {
  readonly #hidden = new Set<Element>();
  readonly #queue = new DrawQueue<Element>(whenFrameIsIdle);
  readonly #observer =
    typeof IntersectionObserver === 'undefined'
      ? null
      : new IntersectionObserver((entries) => {
          // The first look at rows in sight changes nothing: what they hold back is out of sight all the same.
          const appeared = entries.filter(
            ({ target, isIntersecting }) => isIntersecting && this.#hidden.has(target),
          );
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) this.#hidden.delete(target);
            else this.#hidden.add(target);
          }
          this.#queue.catchUp(appeared.map(({ target }) => target));
        });
  readonly #fits: (query: string) => boolean;
  readonly #read: ReadColumns;
  #first = 0;
  #last = Number.POSITIVE_INFINITY;
  #columns = 0;
  /** Cells that rows keep which hold back others. */
  #near = 0;

  /** @param fits tells whether a media query holds; read: of a table whose columns are not of one width */
  constructor(
    fits: (query: string) => boolean = (query) => matchMedia(query).matches,
    read: ReadColumns = columnsAlike,
  ) {
    this.#fits = fits;
    this.#read = read;
  }

  /** True for a cell in sight by its index in the row. The name of the row sticks; what stands behind the columns is one. */
  hasCell = (index: number) =>
    index === 0 || (index >= this.#first && Math.min(index, this.#columns + 1) <= this.#last);

  /** True while what a row holds back is out of sight. */
  canHoldBack = () => this.#last < this.#near;

  /** Draws what is in sight of a row now, and all of it later. */
  draw(row: HTMLTableRowElement, paint: Paint): void {
    if (!this.#hidden.has(row)) paint(this.hasCell);
    this.later(row, paint);
  }

  /** Draws a row when there is time, wherever it is. */
  later(row: HTMLTableRowElement, paint: Paint): void {
    this.#queue.later(row, (isWanted) => {
      row.removeAttribute(NEAR);
      paint(isWanted);
    });
  }

  /** @returns what ends it */
  watch(row: HTMLTableRowElement): () => void {
    this.#observer?.observe(row);
    return () => {
      this.#observer?.unobserve(row);
      this.#hidden.delete(row);
      this.#queue.forget(row);
    };
  }

  /** Draws everything that is not drawn yet. */
  catchUp = () => this.#queue.catchUp();

  /** Reads which columns are in sight: after a scroll or a change of size, when it costs no layout. */
  measure(box: HTMLElement): void {
    const name = box.querySelector<HTMLElement>('thead th.t')?.offsetWidth ?? 0;
    this.#near = nearCells(this.#fits);
    const { columns, first = 0, last = Number.POSITIVE_INFINITY } = this.#read(box, name);
    this.#columns = columns;
    this.#first = first;
    this.#last = last;
  }
}

/** Columns of one width, those with a `th.column-head`. A grid without such columns is drawn by whole rows. */
const columnsAlike: ReadColumns = (box, name) => {
  const heads = box.querySelectorAll<HTMLElement>('thead th.column-head');
  const columns = heads.length;
  const width = heads[0]?.offsetWidth ?? 0;
  // Narrow screens hide all columns but one, and print shows them all.
  if (width === 0 || heads[1]?.offsetWidth === 0) return { columns };
  return {
    columns,
    first: 1 + Math.floor(box.scrollLeft / width),
    last: 1 + Math.floor((box.scrollLeft + box.clientWidth - name) / width),
  };
};
