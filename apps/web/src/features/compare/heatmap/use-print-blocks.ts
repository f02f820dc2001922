import { type BandedSelection, isOneSeries, type PrintBlock, printBlocks } from '@basecase/views/compare';
import { type RefObject, useEffect, useRef } from 'react';
import { pickCells } from '../../../ui/grid/pick-cells';

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
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
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
