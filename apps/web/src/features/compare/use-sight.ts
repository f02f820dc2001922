import { type RefObject, useEffect, useState } from 'react';
import type { Paint } from '../../ui/grid/draw-queue';
import { RowsInSight } from '../../ui/grid/rows-in-sight';

/** What is in sight of the heatmap. Not a state: scrolling must not render anything. */
export interface Sight {
  /** The reading columns count as the column after the last. */
  hasColumn: (column: number) => boolean;
  /** Draws a row: what is in sight at once, the rest when there is time. */
  draw: (row: HTMLTableRowElement, paint: Paint) => void;
  /** @returns what ends it */
  watch: (row: HTMLTableRowElement) => () => void;
}

/** Everything counts as in sight until it is known to be out of it. */
class HeatSight implements Sight {
  #first = 0;
  #last = Number.POSITIVE_INFINITY;
  readonly #rows = new RowsInSight();

  hasColumn = (column: number) => column >= this.#first && column <= this.#last;

  draw = (row: HTMLTableRowElement, paint: Paint) => this.#rows.draw(row, paint, this.hasColumn);
  watch = this.#rows.watch;
  catchUp = this.#rows.catchUp;

  /** Reads which columns are in sight: after a scroll or a change of size, when it costs no layout. */
  measure(box: HTMLElement): void {
    const heads = box.querySelectorAll<HTMLElement>('thead th.ch');
    const width = heads[0]?.offsetWidth ?? 0;
    const test = box.querySelector<HTMLElement>('thead th.t')?.offsetWidth ?? 0;
    // Narrow screens hide all columns but one, and print shows them all.
    const isWhole = width === 0 || heads[1]?.offsetWidth === 0;
    this.#first = isWhole ? 0 : Math.floor(box.scrollLeft / width);
    this.#last = isWhole
      ? Number.POSITIVE_INFINITY
      : Math.floor((box.scrollLeft + box.clientWidth - test) / width);
  }
}

/** Which rows and columns of the heatmap are in sight. */
export function useSight(box: RefObject<HTMLElement | null>): Sight {
  const [sight] = useState(() => new HeatSight());
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => sight.measure(element);
    const onScroll = () => {
      measure();
      sight.catchUp();
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('beforeprint', sight.catchUp);
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
      window.removeEventListener('beforeprint', sight.catchUp);
    };
  }, [box, sight]);
  return sight;
}
