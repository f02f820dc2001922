import { useEffect, useState } from 'react';
import { DrawQueue, type Paint } from '../../lib/draw-queue';
import { whenIdle } from '../../lib/when-idle';

/** Draws rows: those in sight at once, the others and what nobody sees when there is time. */
export interface RowQueue {
  draw: (row: HTMLTableRowElement, paint: Paint) => void;
  later: (row: HTMLTableRowElement, paint: Paint) => void;
  /** @returns what ends it */
  watch: (row: HTMLTableRowElement) => () => void;
}

/** Column of what is not seen, the words of the links; the cells count from 0. */
export const WORDS = -1;
const isSeen = (column: number) => column !== WORDS;

/** Every row counts as in sight until it is known to be out of it. */
class TableQueue implements RowQueue {
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

  draw = (row: HTMLTableRowElement, paint: Paint) => {
    if (this.#hidden.has(row)) this.#queue.later(row, paint);
    else this.#queue.draw(row, paint, isSeen);
  };

  later = (row: HTMLTableRowElement, paint: Paint) => this.#queue.later(row, paint);

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

/** The queue of a table. Print shows all rows, so nothing waits there. */
export function useRowQueue(): RowQueue {
  const [queue] = useState(() => new TableQueue());
  useEffect(() => {
    window.addEventListener('beforeprint', queue.catchUp);
    return () => window.removeEventListener('beforeprint', queue.catchUp);
  }, [queue]);
  return queue;
}
