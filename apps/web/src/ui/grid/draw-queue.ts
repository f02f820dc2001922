/** Draws the parts of a row that are asked for. */
export type Paint = (isWanted: (column: number) => boolean) => void;

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
