import type { BenchmarkId, MetricId } from '@basecase/ingest/model';
import { NO_VALUE } from '../format/format';
import type { Matrix } from '../matrix/matrix';
import { type ComparisonRow, compareWithBase } from './comparison';
import { metricHeading, toAbsoluteText, toRelativeText } from './number-text';

/** One metric of a comparison with every number decided on; what draws it decides nothing. */
export interface Sheet {
  /** The metric as its benchmark calls it, with its unit where the name does not say it: `QPS`, `sync (µs)`. */
  metric: string;
  /** Label of the base; null in a table of absolute values. */
  relativeTo: string | null;
  /** Columns that are printed: all of them when absolute, all but the base when relative. */
  columns: { name: string; label: string }[];
  rows: SheetRow[];
}

/** In tables for people: there is a value, and its log contradicts it. */
const DOUBTFUL_CELL = 'doubt?';

export interface SheetRow {
  label: string;
  /** Heading of its group. */
  group: string;
  /** Absolute value of the base, for tables that show it. */
  base: string | null;
  /** One per column; null = missing. */
  cells: (string | null)[];
  /** One per column: missing, because its value is doubtful. */
  isDoubtful: boolean[];
  /** Labels of the columns whose value was left out as doubtful, the base included. */
  doubtful: string[];
  /** Verdict of each column in a word; null where nothing judged. */
  verdicts: string[] | null;
}

interface SheetOptions {
  base: number;
  absolute: boolean;
  benchmark: BenchmarkId;
  /** [row][column] in words, for a relative table; null where nothing judged. */
  verdicts: readonly (readonly (string | null)[])[] | null;
}

/** Columns are numbered `col-1`, `col-2`, ... as published tables number them, without the base when relative. */
export function buildSheet(
  matrix: Matrix<{ label: string }>,
  metric: MetricId,
  options: SheetOptions,
): Sheet {
  const { base, absolute, verdicts } = options;
  const labels = matrix.columns.map(({ label }) => label);
  const indexes = [...matrix.columns.keys()].filter((index) => absolute || index !== base);
  const rows = compareWithBase(matrix, metric, base).map(
    (row, position): SheetRow => ({
      label: row.row.label,
      group: row.row.groupLabel,
      base: toAbsoluteText(row.absolute[base] ?? null, metric),
      doubtful: labels.filter((_, index) => (row.doubtful[index] ?? null) !== null),
      isDoubtful: indexes.map((index) => (row.doubtful[index] ?? null) !== null),
      cells: indexes.map((index) =>
        absolute
          ? toAbsoluteText(row.absolute[index] ?? null, metric)
          : toRelativeText(row.relative[index] ?? null),
      ),
      verdicts:
        verdicts && !absolute
          ? indexes.map((index) => verdictText(row, verdicts[position]?.[index], index))
          : null,
    }),
  );
  return {
    metric: metricHeading(options.benchmark, metric),
    relativeTo: absolute ? null : (matrix.columns[base]?.label ?? null),
    columns: indexes.map((index, position) => ({
      name: `col-${position + 1}`,
      label: matrix.columns[index]?.label ?? '',
    })),
    rows,
  };
}

function verdictText({ doubtful }: ComparisonRow, verdict: string | null | undefined, index: number): string {
  return (doubtful[index] ?? null) === null ? (verdict ?? 'missing') : 'doubtful';
}

/** Cells of a row as people read them. */
export function shownCells({ cells, isDoubtful }: SheetRow): string[] {
  return cells.map((cell, index) => cell ?? (isDoubtful[index] ? DOUBTFUL_CELL : NO_VALUE));
}

/** `doubtful : hot-points_range=100 in x.my9500`: why a cell is empty that published tables would have. */
export function doubtfulLines({ rows }: Sheet): string[] {
  return rows.flatMap(({ label, doubtful }) => doubtful.map((column) => `doubtful : ${label} in ${column}`));
}

/** `Relative to:` and `col-N :` lines: which directory each column is. */
export function legendLines(sheet: Sheet): string[] {
  const relativeTo = sheet.relativeTo === null ? [] : [`Relative to: ${sheet.relativeTo}`];
  return [...relativeTo, ...sheet.columns.map(({ name, label }) => `${name} : ${label}`)];
}
