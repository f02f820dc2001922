import type { BenchmarkId, MetricId } from '@basecase/ingest/model';
import type { Matrix, MatrixRow } from '../matrix/matrix';
import { compareWithBase } from './comparison';
import {
  drawMetBlocksCsv,
  drawMetBlocksMarkdown,
  drawMetBlocksText,
  drawMetBlocksTsv,
} from './draw-met-blocks';
import { drawSheetCsv, drawSheetMarkdown, drawSheetText, drawSheetTsv } from './draw-sheet';
import { allMetrics, buildMetBlocks } from './met-blocks';
import { buildSheet } from './sheet';
import { toJsonComparison } from './to-json';

export const TABLE_FORMATS = ['text', 'tsv', 'csv', 'md', 'json'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface TableOptions {
  /** `all` prints a block per test with every metric instead of one table. */
  metric: MetricId | 'all';
  format: TableFormat;
  /** Index of the base column, 0 by default. */
  base?: number;
  /** Index of the base of each column, where they have not the same; not for `all`. */
  bases?: readonly number[] | undefined;
  /** Absolute values only. JSON always has both. */
  absolute?: boolean;
  /** The benchmark: names metrics, and defines `all`. sysbench by default. */
  benchmark?: BenchmarkId;
  /**
   * [row][column] verdicts in words: CSV has them in separate columns, Markdown in a second table. TSV keeps the
   * published shape, and text the width of a terminal.
   */
  verdicts?: readonly (readonly (string | null)[])[];
  /** TSV: names that a spreadsheet would run are escaped, as they always are in CSV. Default: byte for byte. */
  forSpreadsheets?: boolean;
  /** Title of a test's block with `all`; its label by default. */
  title?: (row: MatrixRow) => string;
}

/** A matrix as text, with a line break at its end. */
export function renderTable(matrix: Matrix<{ label: string }>, options: TableOptions): string {
  const { metric, format, base = 0, absolute = false, benchmark = 'sysbench' } = options;
  const { title = (row) => row.label, verdicts = null, forSpreadsheets = false, bases = base } = options;
  if (format === 'json') {
    return `${JSON.stringify(toJsonComparison(matrix, metric, { base, benchmark }), null, 2)}\n`;
  }
  const lines =
    metric === 'all'
      ? DRAW_BLOCKS[format](buildMetBlocks(matrix, { base, title, benchmark }), absolute)
      : DRAW_SHEET[format](
          buildSheet(matrix, metric, { bases, absolute, benchmark, verdicts }),
          forSpreadsheets,
        );
  return `${lines.join('\n')}\n`;
}

const DRAW_SHEET = {
  text: drawSheetText,
  tsv: drawSheetTsv,
  csv: drawSheetCsv,
  md: drawSheetMarkdown,
} as const;

const DRAW_BLOCKS = {
  text: drawMetBlocksText,
  tsv: drawMetBlocksTsv,
  csv: drawMetBlocksCsv,
  md: drawMetBlocksMarkdown,
} as const;

/**
 * How many numbers a table says something with: ratios of columns other than the base, or absolute values.
 * 0 means that printing it would look like a result and be none.
 */
export function countValues(matrix: Matrix<{ label: string }>, options: TableOptions): number {
  const { metric, base = 0, absolute = false, benchmark = 'sysbench' } = options;
  const metrics = metric === 'all' ? allMetrics(matrix, benchmark).map((column) => column.metric) : [metric];
  return metrics
    .flatMap((id) => compareWithBase(matrix, id, base))
    .flatMap((row) => (absolute ? row.absolute : row.relative.toSpliced(base, 1)))
    .filter((value) => value !== null).length;
}
