import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { GridSight } from './grid-sight';
import { isShown, neighbour } from './neighbour';

interface Options {
  /** Selector of what arrow keys move between in the body: cells, or the links in them. */
  cells: string;
  /** Selector of buttons in heads that the keys reach too. */
  heads?: string;
  /** Changes when the table was drawn anew. */
  drawn: unknown;
}

/**
 * A table that is one tab stop, which the arrow keys move, and whose rows are drawn as they come into sight. Without
 * scripts each link and button is a tab stop of its own.
 */
export function useGrid({ cells, heads, drawn }: Options) {
  const box = useRef<HTMLElement>(null);
  const sight = useSight(box);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` says that there are new elements.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    for (const button of heads ? element.querySelectorAll<HTMLElement>(heads) : []) {
      // Written only when it changes: every write makes the browser look at its styles again.
      if (button !== document.activeElement && button.tabIndex !== -1) button.tabIndex = -1;
    }
    const stop = element.querySelector<HTMLElement>(STOP);
    if (stop && isShown(stop)) return;
    if (stop) stop.tabIndex = -1;
    for (const cell of element.querySelectorAll<HTMLElement>(cells)) {
      if (!isShown(cell)) continue;
      cell.tabIndex = 0;
      return;
    }
  }, [drawn]);

  const focus = useCallback((to: HTMLElement) => {
    for (const old of box.current?.querySelectorAll<HTMLElement>(STOP) ?? []) old.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(event.target as Element, event.key, heads ? `${heads}, ${cells}` : cells);
    if (!next) return;
    focus(next);
    event.preventDefault();
  }

  return { box, sight, focus, onKeyDown };
}

const STOP = 'table [tabindex="0"]';

/** What is in sight of the table in the box. Print shows all of it, so nothing waits there. */
function useSight(box: RefObject<HTMLElement | null>): GridSight {
  const [sight] = useState(() => new GridSight());
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => sight.measure(element);
    let left = element.scrollLeft;
    const onScroll = () => {
      // The rows that come into sight are seen to by the observer.
      if (element.scrollLeft === left) return;
      left = element.scrollLeft;
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
