import type { MetricId } from '@basecase/ingest/model';
import type { CellStatus, Matrix, MatrixRow } from '../matrix/matrix';
import { ratio } from '../ratio/ratio';

/** One test of a comparison; arrays are indexed by column, the base included. */
export interface ComparisonRow {
  row: MatrixRow;
  absolute: (number | null)[];
  /** Unrounded; 1 for the base itself. Null when a side is missing, failed, or missed its SLA. */
  relative: (number | null)[];
  /** Values that were left out because their logs contradict them; null where there is none. */
  doubtful: (number | null)[];
}

/** Every row of a matrix for one metric, divided by the base column. */
export function compareWithBase(
  matrix: Matrix<{ label: string }>,
  metric: MetricId,
  base: number,
): ComparisonRow[] {
  return matrix.rows.map((row, index) => {
    const status = matrix.status[index] ?? [];
    const absolute = matrix.values[metric]?.[index] ?? matrix.columns.map(() => null);
    const comparable = absolute.map((value, column) => (isComparable(status[column]) ? value : null));
    const baseValue = comparable[base] ?? null;
    const values = matrix.doubtful?.[metric]?.[index];
    // What other repeats say stands in the cell, and what is doubtful is not missing there.
    const doubtful = absolute.map((value, column) => (value === null ? (values?.[column] ?? null) : null));
    return { row, absolute, relative: comparable.map((value) => ratio(value, baseValue)), doubtful };
  });
}

/** A warm-up is only there when somebody asked for it, so it may be compared then. */
function isComparable(status: CellStatus | undefined): boolean {
  return status === 'ok' || status === 'warmup';
}
