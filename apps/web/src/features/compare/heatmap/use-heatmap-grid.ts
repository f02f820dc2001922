import type { OpenCell as Cell } from '@basecase/views/compare';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useCellGrid } from '../../../ui/grid/use-cell-grid';

interface Handlers {
  onOpen: (cell: Cell) => void;
  onOpenTest: (row: number) => void;
  onBase: (column: number) => void;
  onFold: (group: string) => void;
  onSort: (column: number) => void;
  /** The same test in the band after, or before. */
  onBand: (cell: Cell, step: 1 | -1) => void;
  labelOf: (cell: Cell) => string;
  onPoint: (cell: Cell) => void;
}

/** @param drawn changes when the table was redrawn */
export function useHeatmapGrid(
  { onOpenTest, onBase, onSort, onBand, ...handlers }: Handlers,
  drawn: unknown,
) {
  /** The cell that had the focus when its column was sorted by. */
  const sorted = useRef<Cell>(null);
  const { box, visible, focus, props } = useCellGrid<Cell>({
    ...handlers,
    heads: '.t > button, th.column-head > button',
    drawn,
    cellOf: (element) => {
      const row = element.closest<HTMLTableRowElement>('tr[data-row]');
      // The first cell of a row is its head.
      if (!row || !element.matches('td.c')) return null;
      return { row: Number(row.dataset['row']), column: element.cellIndex - 1 };
    },
    onButton: (button) => {
      const column = headColumn(button);
      const row = button.closest<HTMLTableRowElement>('tr[data-row]');
      if (column !== null) onBase(column);
      else if (row) onOpenTest(Number(row.dataset['row']));
    },
    onKey: ({ key, target }, cell) => {
      const column = cell?.column ?? headColumn(target as Element);
      if (cell && key === ' ') handlers.onOpen(cell);
      else if (column !== null && key === 'b') onBase(column);
      else if (column !== null && key === 's') {
        // The rows are redrawn in their new order.
        sorted.current = cell;
        onSort(column);
      } else if (cell && (key === '[' || key === ']')) onBand(cell, key === ']' ? 1 : -1);
      else return false;
      return true;
    },
  });

  const focusCell = useCallback(
    (cell: Cell) => {
      const row = box.current?.querySelector(`tr[data-row="${cell.row}"]`);
      const element = row?.querySelectorAll<HTMLElement>('td.c')[cell.column];
      if (element) focus(element);
    },
    [box, focus],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` means that the order of rows may have changed.
  useLayoutEffect(() => {
    if (sorted.current) focusCell(sorted.current);
    sorted.current = null;
  }, [drawn, focusCell]);

  return { box, visible, focusCell, props };
}

function headColumn(element: Element): number | null {
  const head = element.closest<HTMLTableCellElement>('th.column-head');
  return head ? head.cellIndex - 1 : null;
}
