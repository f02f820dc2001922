import type { PrintBlock } from '@basecase/views/compare';
import { pickCells } from '../../../ui/grid/pick-cells';

interface Block extends PrintBlock {
  /** Columns of the table that the block is a part of. */
  count: number;
  caption: string;
}

/** A copy of the heatmap with some of its columns, in their order. The rows of the table itself stay untouched. */
export function drawPrintBlock(table: HTMLTableElement, { columns, withSummary, count, caption }: Block) {
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
