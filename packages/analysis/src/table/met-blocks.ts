import {
  type BenchmarkId,
  benchmarkModel,
  COSTS,
  inMetricOrder,
  isOpenMetric,
  type MetricId,
  metricOf,
  SECONDS,
  STORAGE_RATES,
} from '@basecase/ingest/model';
import type { Matrix, MatrixRow } from '../matrix/matrix';
import { compareWithBase } from './comparison';
import { metricHeading, toMetAbsoluteText, toMetRelativeText } from './number-text';

export interface MetColumn {
  name: string;
  metric: MetricId;
}

/** Columns of an `o.met.*` file, in its order. */
const MET_COLUMNS: readonly MetColumn[] = [
  ...COSTS.map((metric) => ({ name: metricOf(metric).label, metric })),
  { name: 'o/s', metric: 'throughput' },
];

/** One cell per column of the block, null = missing. */
export type MetCells = (string | null)[];

/** A column of the comparison as a line of a block. */
export interface MetLine {
  label: string;
  isBase: boolean;
  absolute: MetCells;
  /** All null for the base: nothing is printed relative to itself. */
  relative: MetCells;
}

/** All metrics of one test. */
export type MetBlock = ReturnType<typeof buildMetBlocks>[number];

/** One block per test, for sysbench in the shape and the numbers of `o.met.*` files. */
export function buildMetBlocks(
  matrix: Matrix<{ label: string }>,
  options: { base: number; title: (row: MatrixRow) => string; benchmark: BenchmarkId; isPublished?: boolean },
) {
  const { base, title, benchmark, isPublished = false } = options;
  const columns = allMetrics(matrix, benchmark, isPublished);
  const compared = columns.map(({ metric }) => ({
    metric,
    rows: compareWithBase(matrix, metric, base),
  }));
  const relativeTo = base === 0 ? 'first result' : (matrix.columns[base]?.label ?? '');
  return matrix.rows.map((row, index) => ({
    title: title(row),
    /** `relative to first result`, or to which one when the base is not the first. */
    relativeHeading: `relative to ${relativeTo}`,
    /** Names of the columns. */
    names: columns.map(({ name }) => name),
    lines: matrix.columns.map(({ label }, column) => {
      const cells = compared.map(({ metric, rows }) => ({
        metric,
        absolute: rows[index]?.absolute[column] ?? null,
        relative: column === base ? null : (rows[index]?.relative[column] ?? null),
      }));
      return {
        label,
        isBase: column === base,
        absolute: cells.map((cell) => toMetAbsoluteText(cell.absolute, cell.metric)),
        relative: cells.map((cell) => toMetRelativeText(cell.relative, cell.absolute)),
      };
    }),
  }));
}

/**
 * What `all` is: the columns of `o.met.*` for sysbench, and what else the benchmark's people look at where there are
 * values; metrics of a tool of the open format all. Throughput is last, as in those files.
 *
 * @param isPublished without the rates of iostat and the figures of seconds for sysbench, which those files lack
 */
export function allMetrics(
  matrix: Matrix<{ label: string }>,
  benchmark: BenchmarkId,
  isPublished = false,
): MetColumn[] {
  const fixed = benchmark === 'sysbench' ? MET_COLUMNS : [];
  const open = inMetricOrder((Object.keys(matrix.values) as MetricId[]).filter(isOpenMetric));
  const without: readonly MetricId[] =
    isPublished && benchmark === 'sysbench' ? [...STORAGE_RATES, ...SECONDS] : [];
  const others = [...benchmarkModel(benchmark).heatmapMetrics, ...open]
    .filter((metric) => !without.includes(metric))
    .filter((metric) => fixed.every((column) => column.metric !== metric) && hasValues(matrix, metric))
    .map((metric) => ({ name: metricHeading(benchmark, metric), metric }));
  const isLast = ({ metric }: MetColumn) => Number(metric === 'throughput');
  return [...fixed, ...others].toSorted((a, b) => isLast(a) - isLast(b));
}

function hasValues(matrix: Matrix<{ label: string }>, metric: MetricId): boolean {
  return matrix.values[metric]?.some((row) => row.some((value) => value !== null)) ?? false;
}
