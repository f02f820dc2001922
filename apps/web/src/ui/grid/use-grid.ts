import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ReadColumns, VisibleRange } from './visible-range';

interface Options {
  /** Selector of what arrow keys move between in the body: cells, or the links in them. */
  cells: string;
  /** Selector of buttons in heads that the keys reach too. */
  heads?: string;
  /** Changes when the table was redrawn. */
  drawn: unknown;
  /** Of a table whose columns are not of one width. */
  columns?: ReadColumns;
}

/**
 * A table that is one tab stop, which the arrow keys move, and whose rows are drawn as they come into sight. Without
 * scripts each link and button is a separate tab stop.
 */
export function useGrid({ cells, heads, drawn, columns }: Options) {
  const box = useRef<HTMLElement>(null);
  const visible = useVisibleRange(box, columns);

  /**
   * Sees to it that the table is one tab stop, and one that is shown. Asking what is shown makes the browser lay it
   * out.
   */
  const placeStop = useCallback(() => {
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
  }, [cells, heads]);

  // Not within the frame of a change, but before the next one: Tab can't be pressed in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` means that there are new elements.
  useEffect(() => {
    const frame = requestAnimationFrame(placeStop);
    return () => cancelAnimationFrame(frame);
  }, [drawn, placeStop]);

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

  return { box, visible, focus, onKeyDown };
}

const STOP = 'table [tabindex="0"]';

/** What is in sight of the table in the box. Print shows all of it, so nothing waits there. */
function useVisibleRange(box: RefObject<HTMLElement | null>, columns?: ReadColumns): VisibleRange {
  const [visible] = useState(() => new VisibleRange(undefined, columns));
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => visible.measure(element);
    let left = element.scrollLeft;
    const onScroll = () => {
      // The rows that come into sight are seen to by the observer.
      if (element.scrollLeft === left) return;
      left = element.scrollLeft;
      measure();
      visible.catchUp();
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('beforeprint', visible.catchUp);
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
      window.removeEventListener('beforeprint', visible.catchUp);
    };
  }, [box, visible]);
  return visible;
}

/**
 * The element that an arrow key leads to in a table.
 *
 * @param from the focused element
 * @param stops selector of what can be focused: at most one in each cell, or the cell itself
 * @returns null at an edge, and for other keys
 */
function neighbour(from: Element, key: string, stops: string): HTMLElement | null {
  const stop = from.closest<HTMLElement>(stops);
  const row = stop?.closest('tr');
  const table = stop?.closest('table');
  if (!stop || !row || !table) return null;
  // A narrow screen shows one column; the others cannot be focused.
  const line = () => [...row.querySelectorAll<HTMLElement>(stops)].filter(isShown);
  const beside = (step: number) => {
    const own = line();
    return own[own.indexOf(stop) + step] ?? null;
  };
  switch (key) {
    case 'ArrowRight':
      return beside(1);
    case 'ArrowLeft':
      return beside(-1);
    case 'Home':
      return line()[0] ?? null;
    case 'End':
      return line().at(-1) ?? null;
    case 'ArrowDown':
      return inOtherRow([...table.rows].slice(row.rowIndex + 1), stop, stops);
    case 'ArrowUp':
      return inOtherRow([...table.rows].slice(0, row.rowIndex).reverse(), stop, stops);
    default:
      return null;
  }
}

/** The nearest row with something in this column: moving down a column passes over the heads of groups. */
function inOtherRow(
  rows: readonly HTMLTableRowElement[],
  stop: HTMLElement,
  stops: string,
): HTMLElement | null {
  const column = stop.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? -1;
  for (const { cells } of rows) {
    const cell = cells[column];
    const found = cell?.matches(stops) ? cell : cell?.querySelector<HTMLElement>(stops);
    if (found && isShown(found)) return found;
  }
  return null;
}

function isShown(element: Element): boolean {
  return element.checkVisibility();
}

interface UseCellGridOptions<Cell> {
  /** Selector of what else the arrow keys move between in the body. */
  stops?: string;
  /** Selector of buttons in heads that the keys reach too. */
  heads: string;
  /** Changes when the table was redrawn. */
  drawn: unknown;
  /** The cell of an element; null for one that is not pointed at. */
  cellOf: (element: HTMLTableCellElement) => Cell | null;
  /** A cell in words. */
  labelOf: (cell: Cell) => string;
  onOpen: (cell: Cell) => void;
  onPoint: (cell: Cell) => void;
  onFold: (group: string) => void;
  /** Other buttons, which submit the form of the view for browsers without scripts. */
  onButton?: (button: HTMLButtonElement) => void;
  /** Other keys; true when it was one of them. */
  onKey?: (event: KeyboardEvent, cell: Cell | null) => boolean;
}

const CELL = 'td.c';

/**
 * Everything that happens in a table of cells, handled on the box around it: no handler per cell, and a cell carries no
 * index, its place in the row is one.
 */
export function useCellGrid<Cell>(options: UseCellGridOptions<Cell>) {
  const { stops, heads, drawn, cellOf, labelOf } = options;
  const cells = stops ? `${stops}, ${CELL}` : CELL;
  const { box, visible, focus, onKeyDown: onArrowKey } = useGrid({ cells, heads, drawn });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` means that the text of the focused cell may have changed.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused && box.current?.contains(focused)) nameFocused(focused);
  }, [drawn]);

  function find(target: EventTarget, selector: string) {
    const element = (target as Element).closest<HTMLTableCellElement>(selector);
    const cell = element && cellOf(element);
    return element && cell ? { element, cell } : null;
  }

  function onClick(event: MouseEvent) {
    const button = (event.target as Element).closest<HTMLButtonElement>('button');
    if (button) {
      // These are submit buttons of the view's form, for browsers without scripts.
      event.preventDefault();
      if (button.name === 'fold') options.onFold(button.value);
      else options.onButton?.(button);
      return;
    }
    const found = find(event.target, CELL);
    if (!found) return;
    focus(found.element);
    options.onOpen(found.cell);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = find(event.target, CELL)?.cell ?? null;
    if (cell && event.key === 'Enter') options.onOpen(cell);
    else if (!options.onKey?.(event, cell)) return onArrowKey(event);
    event.preventDefault();
  }

  function onMouseOver(event: { target: EventTarget }) {
    const found = find(event.target, 'td, th');
    if (found) options.onPoint(found.cell);
  }

  /**
   * The focused cell has a full label; the others have their text, with row and column. A sentence in
   * each of 2,000 cells would weigh more than the table.
   */
  function nameFocused(target: Element) {
    const found = find(target, CELL);
    found?.element.setAttribute('aria-label', labelOf(found.cell));
  }

  function onFocus(event: FocusEvent) {
    onMouseOver(event);
    nameFocused(event.target as Element);
  }

  function onBlur(event: FocusEvent) {
    find(event.target, CELL)?.element.removeAttribute('aria-label');
  }

  return { box, visible, focus, props: { onClick, onKeyDown, onMouseOver, onFocus, onBlur } };
}
