import { DrawQueue, type Paint } from './draw-queue';
import { whenIdle } from './when-idle';

/** Draws rows of a table: those in sight at once, the others when there is time. Each is in sight until it is not. */
export class RowsInSight {
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

  /** Draws what is wanted of a row in sight now, and all of it later. */
  draw(row: HTMLTableRowElement, paint: Paint, isWanted: (column: number) => boolean): void {
    if (this.#hidden.has(row)) this.#queue.later(row, paint);
    else this.#queue.draw(row, paint, isWanted);
  }

  /** Draws a row when there is time, wherever it is. */
  later = (row: HTMLTableRowElement, paint: Paint) => this.#queue.later(row, paint);

  /** @returns what ends it */
  watch = (row: HTMLTableRowElement) => {
    this.#observer?.observe(row);
    return () => {
      this.#observer?.unobserve(row);
      this.#hidden.delete(row);
      this.#queue.forget(row);
    };
  };

  /** Draws everything that is not drawn yet. */
  catchUp = () => this.#queue.catchUp();
}
