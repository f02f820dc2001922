import { useEffect, useState } from 'react';
import type { Paint } from '../../ui/grid/draw-queue';
import { RowsInSight } from '../../ui/grid/rows-in-sight';

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

class TableQueue implements RowQueue {
  readonly #rows = new RowsInSight();
  draw = (row: HTMLTableRowElement, paint: Paint) => this.#rows.draw(row, paint, isSeen);
  later = this.#rows.later;
  watch = this.#rows.watch;
  catchUp = this.#rows.catchUp;
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
