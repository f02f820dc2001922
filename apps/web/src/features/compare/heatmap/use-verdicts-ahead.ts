import { type BandedSelection, inBand, ofThroughput, verdictsOf, withBase } from '@basecase/views/compare';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Computes the verdicts against a column as soon as it is pointed at, or one of its cells has the focus: all of 33
 * tests × 60 columns take 10 ms, and a change of the base should not wait for them.
 */
export function useVerdictsAhead(box: RefObject<HTMLElement | null>, selection: BandedSelection): void {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  useEffect(() => {
    const element = box.current;
    if (!element || typeof requestIdleCallback === 'undefined') return;
    let waiting = 0;
    const prepare = (target: EventTarget | null, selector: string) => {
      const cell = target instanceof Element ? target.closest<HTMLTableCellElement>(selector) : null;
      if (!cell) return;
      cancelIdleCallback(waiting);
      waiting = requestIdleCallback(() => {
        // The first cell of a row is its head.
        const column = cell.cellIndex - 1;
        if (column >= latest.current.columns.length) return;
        const own = inBand(latest.current, column);
        verdictsOf(ofThroughput(withBase(own.selection, own.column)));
      });
    };
    const onPoint = (event: PointerEvent) => prepare(event.target, 'th.column-head');
    const onFocus = (event: FocusEvent) => prepare(event.target, 'th.column-head, td.c');
    element.addEventListener('pointerover', onPoint);
    element.addEventListener('focusin', onFocus);
    return () => {
      cancelIdleCallback(waiting);
      element.removeEventListener('pointerover', onPoint);
      element.removeEventListener('focusin', onFocus);
    };
  }, [box]);
}
