import type { BenchmarkId, MetricId } from '@basecase/ingest/model';
import { verdictName } from '../certainty/certainty';
import { formatRatioRow, NO_VALUE } from '../format/format';
import type { Matrix } from '../matrix/matrix';
import { reportedCells, reportedColumns } from '../matrix/reported-cells';
import type { Verdict } from '../verdicts/verdict';
import { type Bases, baseOf, type ComparisonRow, compareWithBase } from './comparison';
import { metricHeading, toAbsoluteText } from './number-text';

/** One metric of a comparison with every number decided on; what draws it decides nothing. */
export type Sheet = ReturnType<typeof buildSheet>;

/** In tables for people: there is a value, and its log contradicts it. */
const DOUBTFUL_CELL = 'suspect';

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
  /** Labels of the columns whose value a summary reported while others were computed, the base included. */
  reported: string[];
  /** Verdict of each column in a word; null where nothing judged. */
  verdicts: string[] | null;
}

interface SheetOptions {
  bases: Bases;
  absolute: boolean;
  benchmark: BenchmarkId;
  /** Default: the name of its benchmark. */
  heading?: string | undefined;
  /** [row][column] in words, for a relative table; null where nothing judged. */
  verdicts: readonly (readonly (string | null)[])[] | null;
}

/** Columns are numbered `col-1`, `col-2`, ... as published tables number them, without the base when relative. */
export function buildSheet(matrix: Matrix<{ label: string }>, metric: MetricId, options: SheetOptions) {
  const { bases, absolute, verdicts } = options;
  const labels = matrix.columns.map(({ label }) => label);
  const indexes = [...matrix.columns.keys()].filter((index) => absolute || index !== baseOf(bases, index));
  const base = baseOf(bases, 0);
  const reported = reportedCells(matrix, metric);
  const rows = compareWithBase(matrix, metric, bases).map(
    (row, position): SheetRow => ({
      label: row.row.label,
      group: row.row.groupLabel,
      base: toAbsoluteText(row.absolute[base] ?? null, metric),
      doubtful: labels.filter((_, index) => (row.doubtful[index] ?? null) !== null),
      reported: labels.filter((_, index) => reported[position]?.[index]),
      isDoubtful: indexes.map((index) => (row.doubtful[index] ?? null) !== null),
      cells: absolute
        ? indexes.map((index) => toAbsoluteText(row.absolute[index] ?? null, metric))
        : relativeCells(
            indexes.map((index) => row.relative[index] ?? null),
            indexes.map((index) => verdicts?.[position]?.[index] ?? null),
          ),
      verdicts:
        verdicts && !absolute
          ? indexes.map((index) => verdictText(row, verdicts[position]?.[index], index))
          : null,
    }),
  );
  return {
    /** The metric as its benchmark calls it, with its unit unless the name has it: `QPS`, `sync (µs)`. */
    metric: metricHeading(
      options.benchmark,
      metric,
      matrix.rows.map(({ unit }) => unit),
    ),
    /** True when ratios are printed, false for absolute values. */
    isRelative: !absolute,
    /** Label of the base if it is the only column. */
    onlyBase: !absolute && indexes.length === 0 ? (labels[base] ?? null) : null,
    /**
     * Columns that are printed: all of them when absolute, all but bases when relative, each with the label of its base.
     * Null in a table of absolute values.
     */
    columns: indexes.map((index, position) => ({
      name: `col-${position + 1}`,
      label: labels[index] ?? '',
      relativeTo: absolute ? null : (labels[baseOf(bases, index)] ?? null),
    })),
    rows,
    /** Labels of the columns with numbers reported by a summary among computed ones; the base included. */
    reported: reportedColumns(reported).map((index) => labels[index] ?? ''),
  };
}

function relativeCells(ratios: readonly (number | null)[], verdicts: readonly (string | null)[]) {
  return formatRatioRow(ratios, verdicts).map((text, index) => (ratios[index] === null ? null : text));
}

function verdictText({ doubtful }: ComparisonRow, verdict: string | null | undefined, index: number): string {
  return (doubtful[index] ?? null) === null ? verdictName((verdict ?? 'missing') as Verdict) : 'suspect';
}

/** Cells of a row as people read them. */
export function shownCells({ cells, isDoubtful }: SheetRow): string[] {
  return cells.map((cell, index) => cell ?? (isDoubtful[index] ? DOUBTFUL_CELL : NO_VALUE));
}

/** `reported : x.my5651`: its numbers come from a summary table, those of other columns were computed from raw logs. */
export function reportedLines({ reported }: Sheet): string[] {
  return reported.map((label) => `reported : ${label}`);
}

/** `suspect : hot-points_range=100 in x.my9500`: why a cell is empty that published tables would have. */
export function doubtfulLines({ rows }: Sheet): string[] {
  return rows.flatMap(({ label, doubtful }) => doubtful.map((column) => `suspect : ${label} in ${column}`));
}

/**
 * `Relative to:` and `col-N :` lines: which directory each column is. Where columns have several bases, each stands
 * before its columns.
 */
export function legendLines({ columns, onlyBase }: Sheet): string[] {
  const relativeTo = (label: string | null) => (label === null ? [] : [`Relative to: ${label}`]);
  return [
    ...relativeTo(onlyBase),
    ...columns.flatMap(({ name, label, relativeTo: base }, index) => [
      ...(base === columns[index - 1]?.relativeTo ? [] : relativeTo(base)),
      `${name} : ${label}`,
    ]),
  ];
}
