import type { MetricId } from '@basecase/ingest/model';
import { REASON_METRICS } from '../verdicts/explain/explain-change';
import type { CellSource, Matrix } from './matrix';

const COSTS: ReadonlySet<MetricId> = new Set(REASON_METRICS);

/**
 * Cells whose cost a summary reported, in rows where it was computed from raw logs for other columns. The two are made
 * by different rules: a reported cpu/o is 4-5% low. Throughput is not asked about: tools print it, so reported is how
 * it is.
 *
 * @param columns indexes of the columns that are compared; all of them when left out
 * @returns [row][column] in the order of `columns`
 */
export function reportedCells(
  { sources }: Pick<Matrix, 'sources'>,
  metric: MetricId,
  columns?: readonly number[],
): boolean[][] {
  if (!COSTS.has(metric)) return [];
  return (sources[metric] ?? []).map((row) => {
    const compared = columns ? columns.map((column): CellSource => row[column] ?? '-') : row;
    const isMixed = compared.includes('computed') && compared.includes('reported');
    return compared.map((source) => isMixed && source === 'reported');
  });
}

/** Indexes of the columns that have such a cell. */
export function reportedColumns(cells: readonly (readonly boolean[])[]): number[] {
  const found = new Set(cells.flatMap((row) => row.flatMap((isReported, at) => (isReported ? [at] : []))));
  return [...found].toSorted((a, b) => a - b);
}
