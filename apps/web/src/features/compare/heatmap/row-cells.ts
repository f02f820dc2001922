import { MISSING } from '@basecase/analysis';
import { cellText, type RowModel, SPARK_HEIGHT } from '@basecase/views/compare';
import { escapeHtml } from '@basecase/views/text';
import { emphasisOf } from '@basecase/views/verdict';
import { type DrawnCell, nameCell } from '../../../ui/grid/drawn-cell';

/** What the cells of a row depend on besides the row itself. */
export interface RowMarks {
  /** Bases: they stick, so they are in sight wherever they are. */
  bases: readonly number[];
  /** Column whose panel is open. */
  open: number | null;
  /** Slug of the column that the name of the test opens. */
  judged: string;
  /** Whether since when and why stand beside the ratios. */
  hasSummary: boolean;
}

/** A box that the browser lays out without the table: a new text in it moves nothing else, see heatmap.css. */
const BOX: NonNullable<DrawnCell['holder']> = { tag: 'span', attributes: {} };

/** The cells of a test: its name, the columns, the row summary. */
export function rowCells(row: RowModel, { bases, open, judged, hasSummary }: RowMarks): DrawnCell[] {
  const value = cellText({ test: row.key, column: judged });
  const cells = row.cells.map((cell, column): DrawnCell => {
    const { text, className } = cell;
    if (column === open) return { text, className: `${className} selected`, holder: BOX, isPinned: true };
    return { text, className, holder: BOX, isPinned: bases.includes(column) };
  });
  const opens = { type: 'submit', form: 'view', name: 'cell', value };
  return [
    nameCell(row, { tag: 'button', attributes: opens }),
    ...cells,
    ...(hasSummary ? readingCells(row) : []),
  ];
}

/** Since when, and why. */
function readingCells({ firstBad, largestStep, spark, costs, explained }: RowModel): DrawnCell[] {
  return [
    {
      className: 'why first',
      html: firstBad ? `<strong>${escapeHtml(firstBad)}</strong>` : '<span class="dim">none</span>',
    },
    {
      className: 'why stepcol',
      html: largestStep
        ? `<span class="dim">${escapeHtml(largestStep.version)}</span> <span class="bad arrow dn">${escapeHtml(largestStep.text)}</span>`
        : '<span class="dim">–</span>',
    },
    {
      className: 'why spark',
      html: spark
        ? `<svg viewBox="0 0 ${spark.width} ${SPARK_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path d="${escapeHtml(spark.path)}"></path></svg>`
        : '',
    },
    ...costs.map(({ text, level }) => ({
      className: 'why',
      html: `<span class="${level === MISSING ? 'dim' : (emphasisOf(level) ?? '')}">${escapeHtml(text)}</span>`,
    })),
    { className: 'why explanation', html: costs.length > 0 ? escapeHtml(explained) : '' },
  ];
}
