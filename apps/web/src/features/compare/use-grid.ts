import { type FocusEvent, type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { isShown, neighbour } from './grid-neighbour';

/** A cell of the table: row of the data, chosen column. */
export interface GridCell {
  row: number;
  column: number;
}

interface Handlers {
  onOpen: (cell: GridCell) => void;
  onOpenTest: (row: number) => void;
  onBase: (column: number) => void;
  onFold: (group: string) => void;
  onSort: (column: number) => void;
  /** A cell in words. */
  labelOf: (cell: GridCell) => string;
  onPoint: (cell: GridCell) => void;
}

const CELL = 'td.c';

/**
 * Everything that happens in the table, handled on the box around it: no handler per cell, and a cell carries no
 * index, its place in the row is one. The grid is one tab stop; arrow keys move it, over the heads too.
 *
 * @param drawn changes when the table was drawn anew
 */
export function useGrid(handlers: Handlers, drawn: unknown) {
  const box = useRef<HTMLDivElement>(null);

  // Without scripts every head is a tab stop of its own; from here on the arrow keys reach them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` says that there are new elements.
  useEffect(() => {
    const table = box.current;
    if (!table) return;
    const focused = document.activeElement;
    if (focused && table.contains(focused)) nameCell(focused);
    for (const button of table.querySelectorAll<HTMLElement>('table button')) {
      // Written only when it changes: every write makes the browser look at its styles again.
      if (button !== document.activeElement && button.tabIndex !== -1) button.tabIndex = -1;
    }
    const stop = table.querySelector<HTMLElement>('table [tabindex="0"]');
    if (stop && isShown(stop)) return;
    if (stop) stop.tabIndex = -1;
    const first = [...table.querySelectorAll<HTMLElement>(CELL)].find(isShown);
    if (first) first.tabIndex = 0;
  }, [drawn]);

  const focusCell = useCallback((cell: GridCell) => {
    const row = box.current?.querySelector(`tr[data-row="${cell.row}"]`);
    const element = row?.querySelectorAll<HTMLElement>(CELL)[cell.column];
    if (element) moveTabStop(box.current, element);
  }, []);

  function onClick(event: MouseEvent) {
    const target = event.target as Element;
    const button = target.closest<HTMLButtonElement>('button');
    if (button) {
      // These are submit buttons of the view's form, for browsers without scripts.
      event.preventDefault();
      const head = button.closest<HTMLTableCellElement>('th.ch');
      const row = button.closest<HTMLTableRowElement>('tr[data-row]');
      if (head) handlers.onBase(head.cellIndex - 1);
      else if (row) handlers.onOpenTest(Number(row.dataset['row']));
      else if (button.name === 'fold') handlers.onFold(button.value);
      return;
    }
    const cell = cellOf(target);
    if (!cell) return;
    moveTabStop(box.current, cell.element);
    handlers.onOpen(cell);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = cellOf(event.target as Element);
    const head = (event.target as Element).closest<HTMLTableCellElement>('th.ch');
    const column = cell?.column ?? (head ? head.cellIndex - 1 : null);
    if (cell && (event.key === 'Enter' || event.key === ' ')) handlers.onOpen(cell);
    else if (column !== null && event.key === 'b') handlers.onBase(column);
    else if (column !== null && event.key === 's') handlers.onSort(column);
    else {
      const next = neighbour(event.target as Element, event.key);
      if (!next) return;
      moveTabStop(box.current, next);
    }
    event.preventDefault();
  }

  function onPoint(event: { target: EventTarget }) {
    const cell = cellOf(event.target as Element);
    if (cell) handlers.onPoint(cell);
  }

  /**
   * The focused cell says all of itself; the others say what stands in them, with their row and column. A sentence in
   * each of 2,000 cells would weigh more than the table.
   */
  function nameCell(target: Element) {
    const cell = cellOf(target);
    if (cell) cell.element.setAttribute('aria-label', handlers.labelOf(cell));
  }

  function onFocus(event: FocusEvent) {
    onPoint(event);
    nameCell(event.target as Element);
  }

  function onBlur(event: FocusEvent) {
    cellOf(event.target as Element)?.element.removeAttribute('aria-label');
  }

  return { box, focusCell, props: { onClick, onKeyDown, onMouseOver: onPoint, onFocus, onBlur } };
}

function cellOf(target: Element): (GridCell & { element: HTMLTableCellElement }) | null {
  const element = target.closest<HTMLTableCellElement>(CELL);
  const row = element?.closest<HTMLTableRowElement>('tr[data-row]');
  // The first cell of a row is its head.
  return element && row ? { element, row: Number(row.dataset['row']), column: element.cellIndex - 1 } : null;
}

function moveTabStop(box: HTMLElement | null, to: HTMLElement) {
  for (const old of box?.querySelectorAll<HTMLElement>('table [tabindex="0"]') ?? []) old.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
