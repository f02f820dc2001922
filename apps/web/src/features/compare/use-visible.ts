import { type RefObject, useEffect, useState } from 'react';

/** Columns that are drawn together: few, so that little is drawn that is not in sight. */
export const CHUNK = 2;

/** First and last chunk of columns in sight; the reading columns count as the chunk after the last. */
export interface Visible {
  first: number;
  last: number;
}

const EVERYTHING: Visible = { first: 0, last: Number.POSITIVE_INFINITY };

/**
 * Which columns are in sight. Changing the base of 33 tests × 60 columns restyles 2,000 cells, and layout and paint
 * of them take several frames whoever writes them (writing the DOM by hand was measured: it saves a tenth). So a
 * change draws the columns in sight at once and the others right after the frame.
 */
export function useVisible(box: RefObject<HTMLElement | null>): Visible {
  const [visible, setVisible] = useState(EVERYTHING);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    function measure() {
      const cells = element?.querySelectorAll<HTMLElement>('thead th.ch');
      const width = cells?.[0]?.offsetWidth ?? 0;
      const head = element?.querySelector<HTMLElement>('thead th.t')?.offsetWidth ?? 0;
      // Narrow screens hide all columns but one, and print shows them all: then everything counts as in sight.
      if (!element || !width || cells?.[1]?.offsetWidth === 0) return setVisible(EVERYTHING);
      const from = Math.floor(element.scrollLeft / width / CHUNK);
      const to = Math.floor((element.scrollLeft + element.clientWidth - head) / width / CHUNK);
      setVisible((old) => (old.first === from && old.last === to ? old : { first: from, last: to }));
    }
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  return visible;
}
