import { DrawQueue, type Paint } from './draw-queue';
import { whenIdle } from './when-idle';

/** Index of what is not seen, the labels of links: it is never in sight. */
export const LABELS = -1;

/**
 * Draws the rows of a grid: what is in sight at once, the rest when there is time. Everything counts as in sight until it
 * is known to be out of it. Not a state: scrolling must not render anything.
 */
export class VisibleRange {
  readonly #hidden = new Set<Element>();
  readonly #queue = new DrawQueue<Element>(whenIdle);
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

  /** Draws what is in sight of a row now, and all of it later. */
  draw(row: HTMLTableRowElement, paint: Paint): void {
    if (this.#hidden.has(row)) this.#queue.later(row, paint);
    else this.#queue.draw(row, paint, this.hasCell);
  }

  /** Draws a row when there is time, wherever it is. */
  later(row: HTMLTableRowElement, paint: Paint): void {
    this.#queue.later(row, paint);
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
