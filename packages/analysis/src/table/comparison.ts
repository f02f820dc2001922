import type { MetricId } from '@basecase/ingest/model';
import type { CellStatus, Matrix, MatrixRow } from '../matrix/matrix';
import { metricRatio } from '../ratio/ratio';
import { throughputRatio } from '../rounds/throughput-ratio';

/** One test of a comparison; arrays are indexed by column, the base included. */
export interface ComparisonRow {
  row: MatrixRow;
  absolute: (number | null)[];
  /** Unrounded; 1 for the base itself. Null when a side is missing, failed, or missed its SLA. */
  relative: (number | null)[];
  /** Values that were left out because their logs contradict them; null where there is none. */
  doubtful: (number | null)[];
}

/** Index of the base column; where bands of columns stand side by side, that of each column. */
export type Bases = number | readonly number[];

/** Index of the base that a column is divided by. */
export function baseOf(bases: Bases, column: number): number {
  return typeof bases === 'number' ? bases : (bases[column] ?? column);
}

/** Every row of a matrix for one metric, each column divided by its base. */
export function compareWithBase(
  matrix: Matrix<{ label: string }>,
  metric: MetricId,
  bases: Bases,
): ComparisonRow[] {
  return matrix.rows.map((row, index) => {
    const status = matrix.status[index] ?? [];
    const absolute = matrix.values[metric]?.[index] ?? matrix.columns.map(() => null);
    const comparable = absolute.map((value, column) => (isComparable(status[column]) ? value : null));
    const values = matrix.doubtful?.[metric]?.[index];
    // The cell has the values of other repeats, and a doubtful value is not missing.
    const doubtful = absolute.map((value, column) => (value === null ? (values?.[column] ?? null) : null));
    const relative = comparable.map((value, column) => {
      const base = baseOf(bases, column);
      const plain = metricRatio(metric, value, comparable[base] ?? null);
      return metric === 'throughput' && plain !== null
        ? throughputRatio(matrix, { row: index, base, column })
        : plain;
    });
    return { row, absolute, relative, doubtful };
  });
}

/** A warm-up is only included on request, so it may be compared then. */
function isComparable(status: CellStatus | undefined): boolean {
  return status === 'ok' || status === 'warmup';
}
