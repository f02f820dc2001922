import {
  type BandedSelection,
  type OpenCell as Cell,
  inBand,
  isOneSeries,
  ofThroughput,
  type PrintBlock,
  printBlocks,
  verdictsOf,
  withBase,
} from '@basecase/views/compare';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { pickCells } from '../../../ui/grid/pick-cells';
import { useCellGrid } from '../../../ui/grid/use-grid';
import { useLatest } from '../../../ui/page/use-page-keys';

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

/** Where and when: paper has no address bar. */
function noteOf(base: string): HTMLElement {
  const note = document.createElement('p');
  note.className = 'print-note';
  const day = new Date().toISOString().slice(0, 10);
  note.textContent = `Base ${base} · printed ${day} · ${window.location.href}`;
  return note;
}

/**
 * Says base, day and address on paper, and replaces the table by blocks of columns while the browser prints. Blocks
 * are copies of the present rows, so that paper shows what the screen shows. Without scripts the table is
 * printed as it is.
 *
 * @param box the element around the table
 * @returns the element, empty for React, that holds the blocks
 */
export function usePrintBlocks(box: RefObject<HTMLElement | null>, selection: BandedSelection) {
  const blocks = useRef<HTMLDivElement>(null);
  const latest = useLatest(selection);
  useEffect(() => {
    function onBeforePrint() {
      const table = box.current?.querySelector<HTMLTableElement>('table.heat');
      const { columns, bands, names } = latest.current;
      if (!table) return;
      const withSummary = isOneSeries(latest.current);
      const all = bands.flatMap(({ start, drawn, selection }) =>
        printBlocks(drawn.length, selection.base).map((block) => ({
          base: start + selection.base,
          columns: block.columns.map((column) => start + column),
          withSummary: withSummary && block.withSummary,
        })),
      );
      const parts = all.map(({ base, ...block }, index) => {
        const first = names[block.columns[1] ?? base]?.short ?? '';
        const last = names[block.columns.at(-1) ?? base]?.short ?? '';
        const range = `${first} to ${last}, base ${names[base]?.short ?? ''}`;
        const caption = all.length > 1 ? `${range} · part ${index + 1} of ${all.length}` : '';
        return drawPrintBlock(table, { ...block, count: columns.length, caption });
      });
      const bases = bands.map(({ start, selection }) => names[start + selection.base]?.short ?? '');
      blocks.current?.replaceChildren(noteOf(bases.join(', ')), ...parts);
    }
    function onAfterPrint() {
      blocks.current?.replaceChildren();
    }
    window.addEventListener('beforeprint', onBeforePrint);
    window.addEventListener('afterprint', onAfterPrint);
    return () => {
      window.removeEventListener('beforeprint', onBeforePrint);
      window.removeEventListener('afterprint', onAfterPrint);
    };
  }, [box]);
  return blocks;
}

interface Block extends PrintBlock {
  /** Columns of the table that the block is a part of. */
  count: number;
  caption: string;
}

/** A copy of the heatmap with some of its columns, in their order. The rows of the table itself stay untouched. */
function drawPrintBlock(table: HTMLTableElement, { columns, withSummary, count, caption }: Block) {
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.classList.toggle('no-row-summary', !withSummary);
  copy.style.setProperty('--n', String(columns.length));
  const captionElement = copy.createCaption();
  captionElement.className = '';
  captionElement.textContent = caption;
  if (!caption) copy.deleteCaption();
  // Chromium leaves buttons out of a head that it repeats on the next page.
  for (const button of copy.querySelectorAll('button')) {
    const words = document.createElement('div');
    words.className = button.className;
    words.append(...button.childNodes);
    button.replaceWith(words);
  }
  const cols = copy.querySelector('colgroup');
  if (cols) pickCells(cols, { columns, count });
  for (const row of copy.rows) {
    const [wide, ...others] = row.querySelectorAll<HTMLTableCellElement>('th[scope="colgroup"]:not(.why)');
    if (wide && others.length === 0) wide.colSpan = columns.length;
    else if (wide) keepBands([wide, ...others], columns);
    // The row of an empty table has one cell, the upper row of the head one for all columns.
    else if (row.children.length > count) pickCells(row, { columns, count });
  }
  return copy;
}

/** Heads of products, each over those of its columns that are in the block. */
function keepBands(bands: readonly HTMLTableCellElement[], columns: readonly number[]): void {
  let start = 0;
  for (const band of bands) {
    const end = start + band.colSpan;
    const own = columns.filter((column) => column >= start && column < end).length;
    start = end;
    if (own === 0) band.remove();
    else band.colSpan = own;
  }
}

/**
 * Computes the verdicts against a column as soon as it is pointed at, or one of its cells has the focus: all of 33
 * tests × 60 columns take 10 ms, and a change of the base should not wait for them.
 */
export function useVerdictsAhead(box: RefObject<HTMLElement | null>, selection: BandedSelection): void {
  const latest = useLatest(selection);
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
