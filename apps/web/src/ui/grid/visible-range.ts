import { DrawQueue, type Paint } from './draw-queue';
import { NEAR, nearCells } from './near';
import { whenFrameIsIdle } from './when-idle';

/** Attribute of a head row that has a cell for each column, of whatever width. */
export const HEADS = 'data-heads';

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
  #first = 0;
  #last = Number.POSITIVE_INFINITY;
  #columns = 0;
  /** Cells that rows keep which hold back others. */
  #near = 0;

  /** @param fits tells whether a media query holds */
  constructor(fits: (query: string) => boolean = (query) => matchMedia(query).matches) {
    this.#fits = fits;
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

  /**
   * Reads which columns are in sight: after a scroll or a change of size, when it costs no layout. They are those of one width,
   * with a `th.column-head`, or all that a head row marked as HEADS has. A grid without either is drawn by whole rows.
   */
  measure(box: HTMLElement): void {
    const heads = box.querySelectorAll<HTMLElement>('thead th.column-head');
    const name = box.querySelector<HTMLElement>('thead th.t')?.offsetWidth ?? 0;
    this.#near = nearCells(this.#fits);
    this.#first = 0;
    this.#last = Number.POSITIVE_INFINITY;
    if (heads.length > 0) this.#measureAlike(box, heads, name);
    else this.#measureEach(box, box.querySelectorAll<HTMLElement>(`tr[${HEADS}] > *`), name);
  }

  #measureAlike(box: HTMLElement, heads: NodeListOf<HTMLElement>, name: number): void {
    const width = heads[0]?.offsetWidth ?? 0;
    this.#columns = heads.length;
    // Narrow screens hide all columns but one, and print shows them all.
    if (width === 0 || heads[1]?.offsetWidth === 0) return;
    this.#first = 1 + Math.floor(box.scrollLeft / width);
    this.#last = 1 + Math.floor((box.scrollLeft + box.clientWidth - name) / width);
  }

  /** @param heads of all columns, that of the names first */
  #measureEach(box: HTMLElement, heads: NodeListOf<HTMLElement>, name: number): void {
    const places = [...heads].map(({ offsetLeft, offsetWidth }) => ({
      left: offsetLeft,
      width: offsetWidth,
    }));
    this.#columns = Math.max(0, places.length - 1);
    if (places.length === 0 || places.some(({ width }) => width === 0)) return;
    const { scrollLeft, clientWidth } = box;
    const isSeen = ({ left, width }: { left: number; width: number }, index: number) =>
      index > 0 && left + width > scrollLeft + name && left < scrollLeft + clientWidth;
    this.#first = Math.max(0, places.findIndex(isSeen));
    this.#last = places.findLastIndex(isSeen);
  }
}
