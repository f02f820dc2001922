import type { BenchmarkId, MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { compareWithBase } from './comparison';
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

export interface SheetRow {
  label: string;
  /** Heading of its group. */
  group: string;
  /** Absolute value of the base, for tables that show it. */
  base: string | null;
  /** One per column; null = missing. */
  cells: (string | null)[];
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
  const indexes = [...matrix.columns.keys()].filter((index) => absolute || index !== base);
  const rows = compareWithBase(matrix, metric, base).map(
    (row, position): SheetRow => ({
      label: row.row.label,
      group: row.row.groupLabel,
      base: toAbsoluteText(row.absolute[base] ?? null, metric),
      cells: indexes.map((index) =>
        absolute
          ? toAbsoluteText(row.absolute[index] ?? null, metric)
          : toRelativeText(row.relative[index] ?? null),
      ),
      verdicts:
        verdicts && !absolute ? indexes.map((index) => verdicts[position]?.[index] ?? 'missing') : null,
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

/** `Relative to:` and `col-N :` lines: which directory each column is. */
export function legendLines(sheet: Sheet): string[] {
  const relativeTo = sheet.relativeTo === null ? [] : [`Relative to: ${sheet.relativeTo}`];
  return [...relativeTo, ...sheet.columns.map(({ name, label }) => `${name} : ${label}`)];
}
