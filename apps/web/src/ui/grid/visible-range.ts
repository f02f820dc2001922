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

/** Safari has no idle callbacks; this is soon enough. */
const SOON_MS = 50;

/** After a click Chromium may hold idle time back until the pointer moves; what waits for it is wanted all the same. */
const AT_LAST_MS = 300;

/**
 * Does something when the browser has nothing else to do.
 *
 * @returns what takes it back
 */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(() => work(), { timeout: AT_LAST_MS });
  return () => cancelIdleCallback(id);
}

/**
 * Does something in the idle time of the next frame: several idle times may come before the browser lays out and paints what
 * was done in them, all of it at once.
 *
 * @returns what takes it back
 */
function whenFrameIsIdle(work: () => void): () => void {
  if (typeof requestAnimationFrame === 'undefined') return whenIdle(work);
  let cancel = () => {};
  const frame = requestAnimationFrame(() => {
    cancel = whenIdle(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    cancel();
  };
}

/** Draws the parts of a row that are asked for. */
type Paint = (isWanted: (column: number) => boolean) => void;

/** Rows drawn between two frames: layout and paint of them take about as long as a frame. */
const ROWS_AT_ONCE = 6;
const ALL = () => true;

/**
 * What is still to be drawn of rows. A change of the base restyles thousands of cells, and layout and paint of them
 * take several frames; so what is in sight is drawn at once, and the rest a few rows at a time. Nothing is ever left
 * out: a newer change of a row takes the place of an older one.
 */
export class DrawQueue<Row> {
  readonly #waiting = new Map<Row, Paint>();
  readonly #whenIdle: (work: () => void) => () => void;
  #isPlanned = false;

  constructor(whenIdle: (work: () => void) => () => void) {
    this.#whenIdle = whenIdle;
  }

  /** Draws a row out of sight. */
  later(row: Row, paint: Paint): void {
    this.#waiting.set(row, paint);
    this.#plan();
  }

  /** Draws the rest of rows that came into sight; without rows, of all. */
  catchUp(rows: Iterable<Row> = [...this.#waiting.keys()]): void {
    for (const row of rows) {
      this.#waiting.get(row)?.(ALL);
      this.#waiting.delete(row);
    }
  }

  forget(row: Row): void {
    this.#waiting.delete(row);
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return;
    this.#isPlanned = true;
    this.#whenIdle(() => {
      this.#isPlanned = false;
      this.catchUp([...this.#waiting.keys()].slice(0, ROWS_AT_ONCE));
      this.#plan();
    });
  }
}

/**
 * Attribute of a row that is drawn as a whole, by the server or again: the style sheet of its table hides its cells
 * out of sight, because laying out and painting 2,000 cells takes longer than all scripts do. All of its cells appear
 * when its turn in the queue is reached.
 */
export const NEAR = 'data-near';

/** What a row holds back: the columns that fit on no usual screen, or, below the screen, everything but its name. */
export type Near = '' | 'below';

/**
 * Cells that such a row keeps where the window is at most so wide, in em of 16 px, the narrowest first: the name of
 * the row and the columns next to it. A wider window hides none. heatmap.css has the same widths; a test compares
 * them.
 */
export const NEAR_CELLS = [
  { widest: 91, cells: 19 },
  { widest: 125, cells: 25 },
] as const;

/** Rows of groups and of tests before those that are below a window of this height, in em. */
export const NEAR_ROWS = { highest: 60, rows: 28 } as const;

/** @returns cells that rows keep in a window of this width, which `fits` tells; all of them in a wider one */
export function nearCells(fits: (query: string) => boolean): number {
  const near = NEAR_CELLS.find(({ widest }) => fits(`(max-width: ${widest}em)`));
  return near?.cells ?? Number.POSITIVE_INFINITY;
}
