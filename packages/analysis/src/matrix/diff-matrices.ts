import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from './matrix';

type SluggedMatrix = Matrix<{ slug: string }>;

/** How the numbers of a view have moved on since it was frozen. */
export interface MatrixDiff {
  /** Cells of the frozen columns with another number or another status now, with new and vanished ones. */
  cells: number;
  /** Columns that only the newer matrix has. */
  newColumns: number;
  /** Columns that only the frozen matrix has. */
  goneColumns: number;
}

/**
 * Compares a frozen matrix with the current one, test by test (by key) and column by column (by slug). Only metrics
 * that were frozen count: a metric that is read since then changes no frozen number.
 */
export function diffMatrices(frozen: SluggedMatrix, current: SluggedMatrix): MatrixDiff {
  const columns = frozen.columns.map(({ slug }) => current.columns.findIndex((other) => other.slug === slug));
  const rowOf = new Map(current.rows.map(({ key }, index) => [key, index]));
  const metrics = Object.keys(frozen.values) as MetricId[];
  let cells = 0;
  for (const [row, { key }] of frozen.rows.entries()) {
    const other = rowOf.get(key) ?? -1;
    for (const [column, otherColumn] of columns.entries()) {
      const at = { row, column };
      const now = { row: other, column: otherColumn };
      if (!sameCell({ frozen, current, metrics }, at, now)) cells += 1;
    }
  }
  const known = new Set(frozen.rows.map(({ key }) => key));
  for (const [row, { key }] of current.rows.entries()) {
    if (known.has(key)) continue;
    cells += columns.filter((column) => (current.repeats[row]?.[column] ?? 0) > 0).length;
  }
  const shared = columns.filter((column) => column !== -1).length;
  return {
    cells,
    newColumns: current.columns.length - shared,
    goneColumns: frozen.columns.length - shared,
  };
}

interface CellPosition {
  row: number;
  column: number;
}

function sameCell(
  { frozen, current, metrics }: { frozen: SluggedMatrix; current: SluggedMatrix; metrics: MetricId[] },
  at: CellPosition,
  now: CellPosition,
): boolean {
  const before = frozen.status[at.row]?.[at.column] ?? 'missing';
  const after = current.status[now.row]?.[now.column] ?? 'missing';
  if (before !== after) return false;
  return metrics.every(
    (metric) =>
      (frozen.values[metric]?.[at.row]?.[at.column] ?? null) ===
      (current.values[metric]?.[now.row]?.[now.column] ?? null),
  );
}
