import { MISSING } from '@basecase/analysis';
import { cellText, type RowModel, SPARK_HEIGHT } from '@basecase/views/compare';
import { escapeHtml } from '@basecase/views/text';
import { emphasisOf } from '@basecase/views/verdict';
import { type DrawnCell, nameCell } from '../../../ui/grid/draw-row';

/** What the cells of a row depend on besides the row itself. */
export interface RowMarks {
  /** Bases: they stick, so they are in sight wherever they are. */
  bases: readonly number[];
  /** Column whose panel is open. */
  open: number | null;
  /** Slug of the column that the name of the test opens. */
  judged: string;
  /** Whether the row summary is next to the ratios. */
  hasSummary: boolean;
}

/** A box that the browser lays out without the table: a new text in it moves nothing else, see heatmap.css. */
const BOX: NonNullable<DrawnCell['holder']> = { tag: 'span', attributes: {} };

/** The cells of a test: its name, the columns, the row summary. */
export function rowCells(row: RowModel, { bases, open, judged, hasSummary }: RowMarks): DrawnCell[] {
  const value = cellText({ test: row.key, column: judged });
  const cells = row.cells.map((cell, column): DrawnCell => {
    const { text, className } = cell;
    const word = wordOf(className);
    if (column === open)
      return { text, className: `${className} selected`, word, holder: BOX, isPinned: true };
    return { text, className, word, holder: BOX, isPinned: bases.includes(column) };
  });
  const opens = { type: 'submit', form: 'view', name: 'cell', value };
  return [
    nameCell(row, { tag: 'button', attributes: opens }),
    ...cells,
    ...(hasSummary ? readingCells(row) : []),
  ];
}

/** By the fill, which follows `c `, without its strength; `sm`: a small one. See heatmap-verdicts.css. */
const WORDS: Readonly<Record<string, string>> = {
  r: 'wr',
  'r sm': 'wrs',
  b: 'wb',
  'b sm': 'wbs',
  pr: 'wpr',
  pb: 'wpb',
  un: 'wu',
  uc: 'wu',
};

/** Class of what a screen reader says of the fill and of the step of a cell. */
function wordOf(className: string): string {
  const fill = className.slice(2, 4);
  const isLevel = fill[1] !== undefined && fill[1] >= '1' && fill[1] <= '5';
  const size = className.startsWith(' sm', 4) ? ' sm' : '';
  const word = WORDS[isLevel ? `${fill[0]}${size}` : fill] ?? '';
  if (!className.includes(' step')) return word;
  return word === '' ? 'ws' : `${word} ws`;
}

/** Since when, and why. */
function readingCells({ firstBad, record, largestStep, spark, costs, explained }: RowModel): DrawnCell[] {
  return [
    {
      className: 'why first',
      html: `${firstBad ? `<strong>${escapeHtml(firstBad)}</strong>` : '<span class="dim">none</span>'}${
        record
          ? ` <a class="dim" href="${escapeHtml(record.href)}" title="${escapeHtml(record.title)}">${escapeHtml(record.text)}</a>`
          : ''
      }`,
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
