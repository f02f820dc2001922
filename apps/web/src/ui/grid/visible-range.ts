import { DrawQueue, type Paint } from './draw-queue';
import { whenFrameIsIdle } from './when-idle';

/**
 * Attribute of a row that holds back its columns from this one on, which the style sheet of its table hides: a row is laid out
 * twice as fast without them. It has them when its turn comes.
 */
export const NEAR = 'data-near';
/** Cells that such a row keeps, as heatmap.css counts them. */
const NEAR_COLUMNS = 25;

/** Index of what is not seen, the labels of links: it is never in sight. */
export const LABELS = -1;

/**
 * Draws the rows of a grid: what is in sight at once, the rest when there is time. Everything counts as in sight until it
 * is known to be out of it. Not a state: scrolling must not render anything.
 */
export class VisibleRange {
  readonly #rows = new Set<HTMLTableRowElement>();
  readonly #hidden = new Set<Element>();
  readonly #queue = new DrawQueue<Element>(whenFrameIsIdle);
  readonly #observer =
    typeof IntersectionObserver === 'undefined'
      ? null
      : new IntersectionObserver((entries) => {
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) this.#hidden.delete(target);
            else this.#hidden.add(target);
          }
          this.#queue.catchUp(entries.flatMap((entry) => (entry.isIntersecting ? [entry.target] : [])));
        });
  #first = 0;
  #last = Number.POSITIVE_INFINITY;
  #columns = 0;

  /** True for a cell in sight by its index in the row. The name of the row sticks; what stands behind the columns is one. */
  hasCell = (index: number) =>
    index === 0 || (index >= this.#first && Math.min(index, this.#columns + 1) <= this.#last);

  /** True while what a row holds back is out of sight. */
  canHoldBack = () => this.#last < NEAR_COLUMNS;

  /** Before rows change their places: the browser lays them out anew, what is out of sight of them later. */
  holdBack = () => {
    if (!this.canHoldBack()) return;
    for (const row of this.#rows) {
      row.setAttribute(NEAR, '');
      if (!this.#queue.has(row)) this.later(row, () => {});
    }
  };

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
    this.#rows.add(row);
    this.#observer?.observe(row);
    return () => {
      this.#rows.delete(row);
      this.#observer?.unobserve(row);
      this.#hidden.delete(row);
      this.#queue.forget(row);
    };
  }

  /** Draws everything that is not drawn yet. */
  catchUp = () => this.#queue.catchUp();

  /**
   * Reads which of the columns of one width, those with a `th.column-head`, are in sight: after a scroll or a change of size, when
   * it costs no layout. A grid without such columns is drawn by whole rows.
   */
  measure(box: HTMLElement): void {
    const heads = box.querySelectorAll<HTMLElement>('thead th.column-head');
    const width = heads[0]?.offsetWidth ?? 0;
    const name = box.querySelector<HTMLElement>('thead th.t')?.offsetWidth ?? 0;
    this.#columns = heads.length;
    // Narrow screens hide all columns but one, and print shows them all.
    const isWhole = width === 0 || heads[1]?.offsetWidth === 0;
    this.#first = isWhole ? 0 : 1 + Math.floor(box.scrollLeft / width);
    this.#last = isWhole
      ? Number.POSITIVE_INFINITY
      : 1 + Math.floor((box.scrollLeft + box.clientWidth - name) / width);
  }
}
