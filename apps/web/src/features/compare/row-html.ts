import type { Cell, RowModel } from '@basecase/views/compare';
import { SPARK_HEIGHT, toneOf } from '@basecase/views/compare';
import { escapeHtml } from '@basecase/views/text';

/**
 * The rows of the heatmap as HTML text. With 60 columns there are 2,000 cells: React needs five times as long to make
 * and to hydrate them one by one as to pass on a text, on the server and in the browser. Everything that comes from
 * an upload goes through `escapeHtml`.
 */
export interface RowState {
  row: RowModel;
  /** Cells as they are to be drawn: those out of sight may still be the ones before the last change. */
  cells: readonly Cell[];
  /** Column whose panel is open. */
  open: number | null;
  /** What the name of the test opens, as it stands in the URL. */
  cellValue: string;
}

/** Content of a `tr`: head, cells, reading columns. */
export function rowHtml({ row, cells, open, cellValue }: RowState): string {
  const note = row.note ? `<span class="rng">${escapeHtml(row.note)}</span>` : '';
  const head = `<th class="t" scope="row"><button type="submit" form="view" name="cell" value="${escapeHtml(cellValue)}">${escapeHtml(row.name)}${note}</button></th>`;
  const body = cells.map(
    (cell, index) => `<td class="${cellClass(cell, index, open)}">${escapeHtml(cell.text)}</td>`,
  );
  const reading = readingHtml(row).map(
    (html, index) => `<td class="${readingClass(index, row.costs.length)}">${html}</td>`,
  );
  return head + body.join('') + reading.join('');
}

export function cellClass({ className }: Cell, index: number, open: number | null): string {
  return index === open ? `${className} sel` : className;
}

/** Contents of the reading columns: since when, and why. */
export function readingHtml(row: RowModel): string[] {
  const { firstBad, largestStep, spark, costs, explained } = row;
  return [
    firstBad ? `<strong>${escapeHtml(firstBad)}</strong>` : '<span class="dim">none</span>',
    largestStep
      ? `<span class="dim">${escapeHtml(largestStep.version)}</span> <span class="bad mk dn">${escapeHtml(largestStep.text)}</span>`
      : '<span class="dim">–</span>',
    spark
      ? `<svg viewBox="0 0 ${spark.width} ${SPARK_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path d="${escapeHtml(spark.path)}"></path></svg>`
      : '',
    ...costs.map(
      ({ text, level }) =>
        `<span class="${level === 'v' ? 'dim' : toneOf(level)}">${escapeHtml(text)}</span>`,
    ),
    costs.length > 0 ? escapeHtml(explained) : '',
  ];
}

function readingClass(index: number, costs: number): string {
  if (index === 0) return 'why first';
  if (index === 1) return 'why stepcol';
  if (index === 2) return 'why spark';
  return index === 3 + costs ? 'why ex' : 'why';
}
