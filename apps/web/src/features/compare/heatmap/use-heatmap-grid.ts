import type { OpenCell as Cell } from '@basecase/views/compare';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useGrid } from '../../../ui/grid/use-grid';

interface Handlers {
  onOpen: (cell: Cell) => void;
  onOpenTest: (row: number) => void;
  onBase: (column: number) => void;
  onFold: (group: string) => void;
  onSort: (column: number) => void;
  /** The same test in the band after, or before. */
  onBand: (cell: Cell, step: 1 | -1) => void;
  /** A cell in words. */
  labelOf: (cell: Cell) => string;
  onPoint: (cell: Cell) => void;
}

const CELL = 'td.c';
const HEADS = '.t > button, th.column-head > button';

/**
 * Everything that happens in the heatmap, handled on the box around it: no handler per cell, and a cell carries no
 * index, its place in the row is one.
 *
 * @param drawn changes when the table was redrawn
 */
export function useHeatmapGrid(handlers: Handlers, drawn: unknown) {
  /** The cell that had the focus when its column was sorted by. */
  const sorted = useRef<Cell>(null);
  const { box, visible, focus, onKeyDown: onArrowKey } = useGrid({ cells: CELL, heads: HEADS, drawn });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` means that the text of the focused cell may have changed.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused && box.current?.contains(focused)) nameFocused(focused);
  }, [drawn]);

  const focusCell = useCallback(
    (cell: Cell) => {
      const row = box.current?.querySelector(`tr[data-row="${cell.row}"]`);
      const element = row?.querySelectorAll<HTMLElement>(CELL)[cell.column];
      if (element) focus(element);
    },
    [box, focus],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` means that the order of rows may have changed.
  useLayoutEffect(() => {
    if (sorted.current) focusCell(sorted.current);
    sorted.current = null;
  }, [drawn, focusCell]);

  function onClick(event: MouseEvent) {
    const target = event.target as Element;
    const button = target.closest<HTMLButtonElement>('button');
    if (button) {
      // These are submit buttons of the view's form, for browsers without scripts.
      event.preventDefault();
      const head = button.closest<HTMLTableCellElement>('th.column-head');
      const row = button.closest<HTMLTableRowElement>('tr[data-row]');
      if (head) handlers.onBase(head.cellIndex - 1);
      else if (row) handlers.onOpenTest(Number(row.dataset['row']));
      else if (button.name === 'fold') handlers.onFold(button.value);
      return;
    }
    const cell = cellOf(target);
    if (!cell) return;
    focus(cell.element);
    handlers.onOpen(cell);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = cellOf(event.target as Element);
    const head = (event.target as Element).closest<HTMLTableCellElement>('th.column-head');
    const column = cell?.column ?? (head ? head.cellIndex - 1 : null);
    if (cell && (event.key === 'Enter' || event.key === ' ')) handlers.onOpen(cell);
    else if (column !== null && event.key === 'b') handlers.onBase(column);
    else if (column !== null && event.key === 's') {
      // The rows are redrawn in their new order.
      sorted.current = cell && { row: cell.row, column: cell.column };
      handlers.onSort(column);
    } else if (cell && (event.key === '[' || event.key === ']'))
      handlers.onBand(cell, event.key === ']' ? 1 : -1);
    else return onArrowKey(event);
    event.preventDefault();
  }

  function onPoint(event: { target: EventTarget }) {
    const cell = cellOf(event.target as Element);
    if (cell) handlers.onPoint(cell);
  }

  /**
   * The focused cell has a full label; the others have their text, with row and column. A sentence in
   * each of 2,000 cells would weigh more than the table.
   */
  function nameFocused(target: Element) {
    const cell = cellOf(target);
    if (cell) cell.element.setAttribute('aria-label', handlers.labelOf(cell));
  }

  function onFocus(event: FocusEvent) {
    onPoint(event);
    nameFocused(event.target as Element);
  }

  function onBlur(event: FocusEvent) {
    cellOf(event.target as Element)?.element.removeAttribute('aria-label');
  }

  return {
    box,
    visible,
    focusCell,

    props: { onClick, onKeyDown, onMouseOver: onPoint, onFocus, onBlur },
  };
}

function cellOf(target: Element): (Cell & { element: HTMLTableCellElement }) | null {
  const element = target.closest<HTMLTableCellElement>(CELL);
  const row = element?.closest<HTMLTableRowElement>('tr[data-row]');
  // The first cell of a row is its head.
  return element && row ? { element, row: Number(row.dataset['row']), column: element.cellIndex - 1 } : null;
}
