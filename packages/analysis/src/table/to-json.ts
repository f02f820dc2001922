import { type BenchmarkId, type MetricId, metricOf } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { reportedCells } from '../matrix/reported-cells';
import { type ComparisonRow, compareWithBase } from './comparison';
import { allMetrics } from './met-blocks';
import { metricHeading } from './number-text';

/** JSON has no Infinity, so x/0 is the string `inf`, as in every other format. */
type JsonRatio = number | 'inf' | null;

interface JsonPair {
  absolute: (number | null)[];
  relative: JsonRatio[];
  /** Values that are not believed, and left out of the others. Only in rows that have one. */
  doubtful?: (number | null)[];
  /** True for values that a summary reported while others were computed from raw logs. Only in rows that have one. */
  reported?: boolean[];
}

interface JsonComparison {
  /** As its benchmark calls it, with its unit unless the name has it: `QPS`, `p99 (s)`. Left out where rows have several. */
  metric?: string;
  base: string;
  /** Of each column, where they have not the same; `base` is then that of the first. */
  bases?: string[];
  columns: string[];
  rows: ({ test: string; group: string } & (JsonPair | { metrics: Record<string, JsonPair> }))[];
}

interface JsonOptions {
  base: number;
  bases?: readonly number[] | undefined;
  benchmark: BenchmarkId;
  heading?: string | undefined;
}

/**
 * `{metric, base, columns, rows: [{test, group, absolute, relative}]}`. Arrays have the order of `columns`, the base included.
 * Numbers are unrounded; a missing one is null. For all metrics a row has `metrics: {"cpu/o": {absolute, relative}}`.
 *
 * @param options `bases`: index of the base of each column, where they have not the same; `heading`: the name of the
 *   metric, where it differs from that of the benchmark
 */
export function toJsonComparison(
  matrix: Matrix<{ label: string }>,
  metric: MetricId | 'all',
  { base, bases, benchmark, heading }: JsonOptions,
): JsonComparison {
  const labelOf = (column: number) => matrix.columns[column]?.label ?? '';
  const head = {
    base: labelOf(base),
    ...(bases && { bases: bases.map(labelOf) }),
    columns: matrix.columns.map((column) => column.label),
  };
  if (metric !== 'all') {
    const rows = compareWithBase(matrix, metric, bases ?? base);
    const reported = reportedCells(matrix, metric);
    return {
      metric: heading ?? metricHeading(benchmark, metric),
      ...head,
      rows: rows.map((row, index) => ({ ...nameOf(row), ...toPair(row, reported[index]) })),
    };
  }
  const compared = allMetrics(matrix, benchmark).map(({ metric: id }) => ({
    id,
    rows: compareWithBase(matrix, id, base),
    reported: reportedCells(matrix, id),
  }));
  return {
    ...head,
    rows: matrix.rows.map((row, index) => ({
      test: row.label,
      group: row.group,
      metrics: Object.fromEntries(
        compared.flatMap(({ id, rows, reported }) =>
          rows[index] ? [[metricName(id), toPair(rows[index], reported[index])]] : [],
        ),
      ),
    })),
  };
}

/** What the command line calls a metric: `qps`, `cpu/o`, ... */
export function metricName(metric: MetricId): string {
  return metric === 'throughput' ? 'qps' : metricOf(metric).label;
}

function nameOf({ row }: ComparisonRow) {
  return { test: row.label, group: row.group };
}

function toPair({ absolute, relative, doubtful }: ComparisonRow, reported: boolean[] = []): JsonPair {
  return {
    absolute,
    relative: relative.map((value) => (value === Infinity ? 'inf' : value)),
    ...(doubtful.some((value) => value !== null) && { doubtful }),
    ...(reported.includes(true) && { reported }),
  };
}
