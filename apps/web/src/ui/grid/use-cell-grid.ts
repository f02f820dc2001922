import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect } from 'react';
import { useGrid } from './use-grid';

interface Options<Cell> {
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
export function useCellGrid<Cell>(options: Options<Cell>) {
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
