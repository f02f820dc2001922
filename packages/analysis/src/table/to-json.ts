import { type BenchmarkId, METRICS, type MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { type ComparisonRow, compareWithBase } from './comparison';
import { allMetrics } from './met-blocks';

/** JSON has no Infinity, so x/0 is the string `inf`, as in every other format. */
type JsonRatio = number | 'inf' | null;

interface JsonPair {
  absolute: (number | null)[];
  relative: JsonRatio[];
  /** Values that are not believed, and left out of the others. Only in rows that have one. */
  doubtful?: (number | null)[];
}

interface JsonComparison {
  base: string;
  columns: string[];
  rows: ({ test: string; group: string } & (JsonPair | { metrics: Record<string, JsonPair> }))[];
}

/**
 * `{base, columns, rows: [{test, group, absolute, relative}]}`. Arrays stand beside `columns`, the base included.
 * Numbers are unrounded; a missing one is null. For all metrics a row has `metrics: {"cpu/o": {absolute, relative}}`.
 */
export function toJsonComparison(
  matrix: Matrix<{ label: string }>,
  metric: MetricId | 'all',
  { base, benchmark }: { base: number; benchmark: BenchmarkId },
): JsonComparison {
  const head = {
    base: matrix.columns[base]?.label ?? '',
    columns: matrix.columns.map((column) => column.label),
  };
  if (metric !== 'all') {
    const rows = compareWithBase(matrix, metric, base);
    return { ...head, rows: rows.map((row) => ({ ...nameOf(row), ...toPair(row) })) };
  }
  const compared = allMetrics(matrix, benchmark).map(({ metric: id }) => ({
    id,
    rows: compareWithBase(matrix, id, base),
  }));
  return {
    ...head,
    rows: matrix.rows.map((row, index) => ({
      test: row.label,
      group: row.group,
      metrics: Object.fromEntries(
        compared.flatMap(({ id, rows }) => (rows[index] ? [[metricName(id), toPair(rows[index])]] : [])),
      ),
    })),
  };
}

/** What the command line calls a metric: `qps`, `cpu/o`, ... */
export function metricName(metric: MetricId): string {
  return metric === 'throughput' ? 'qps' : METRICS[metric].label;
}

function nameOf({ row }: ComparisonRow) {
  return { test: row.label, group: row.group };
}

function toPair({ absolute, relative, doubtful }: ComparisonRow): JsonPair {
  return {
    absolute,
    relative: relative.map((value) => (value === Infinity ? 'inf' : value)),
    ...(doubtful.some((value) => value !== null) && { doubtful }),
  };
}
