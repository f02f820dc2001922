import type { HeatmapMetricId } from '@basecase/ingest/model';
import type { Matrix, MatrixRow } from '../matrix';
import { compareWithBase } from './comparison';
import { toMetAbsoluteText, toMetRelativeText } from './number-text';

/** Columns of an `o.met.*` file, in its order. */
export const MET_COLUMNS = [
  { name: 'cpu/o', metric: 'cpu_per_op' },
  { name: 'cs/o', metric: 'cs_per_op' },
  { name: 'r/o', metric: 'reads_per_op' },
  { name: 'rKB/o', metric: 'read_kb_per_op' },
  { name: 'wKB/o', metric: 'write_kb_per_op' },
  { name: 'o/s', metric: 'throughput' },
] as const satisfies readonly { name: string; metric: HeatmapMetricId }[];

/** One cell per `MET_COLUMNS`, null = missing. */
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
export interface MetBlock {
  title: string;
  /** `relative to first result`, or to which one when the base is not the first. */
  relativeHeading: string;
  lines: MetLine[];
}

/** One block per test, in the numbers of `o.met.*` files. */
export function buildMetBlocks(
  matrix: Matrix<{ label: string }>,
  options: { base: number; title: (row: MatrixRow) => string },
): MetBlock[] {
  const { base, title } = options;
  const compared = MET_COLUMNS.map(({ metric }) => ({
    metric,
    rows: compareWithBase(matrix, metric, base),
  }));
  const relativeTo = base === 0 ? 'first result' : (matrix.columns[base]?.label ?? '');
  return matrix.rows.map((row, index) => ({
    title: title(row),
    relativeHeading: `relative to ${relativeTo}`,
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
