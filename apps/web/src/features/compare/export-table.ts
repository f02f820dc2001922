import { type Matrix, renderTable, type TableFormat } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { toColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import { toHeatData } from './heat-data';
import { prepareHeatmap } from './prepare-heatmap';

export const EXPORT_FORMATS = ['json', 'csv', 'tsv', 'md'] as const satisfies readonly TableFormat[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * The view as the page has it (base, columns, filter, order, metric), as text: the same tables as `basecase compare`
 * prints, from the values as stored.
 */
export function exportTable(view: CompareView, state: CompareState, format: ExportFormat): string {
  const columns = toColumnSet(toHeatData(view), state);
  const { groups, view: shown } = prepareHeatmap(columns, { ...state, fold: [] });
  const rows = groups.flatMap((group) => group.rows.map((row) => row.row));
  const { metric, base } = shown;
  const matrix = pick(view.matrix, metric, { rows, columns: columns.source });
  return renderTable(matrix, { metric, format, base, benchmark: view.workload.benchmark });
}

/** One metric of some rows and columns; cells that must not be compared are left empty, as on the page. */
function pick(
  matrix: CompareView['matrix'],
  metric: MetricId,
  { rows, columns }: { rows: number[]; columns: number[] },
): Matrix<{ label: string }> {
  const take = <T>(cells: readonly (readonly T[])[] | undefined, missing: T) =>
    rows.map((row) => columns.map((column) => cells?.[row]?.[column] ?? missing));
  const isOk = (row: number, column: number) => matrix.status[row]?.[column] === 'ok';
  const values = rows.map((row) =>
    columns.map((column) => (isOk(row, column) ? (matrix.values[metric]?.[row]?.[column] ?? null) : null)),
  );
  return {
    columns: columns.flatMap((column) => matrix.columns[column] ?? []),
    rows: rows.flatMap((row) => matrix.rows[row] ?? []),
    values: { [metric]: values },
    sources: {},
    status: take(matrix.status, 'missing'),
    repeats: take(matrix.repeats, 0),
    spread: take(matrix.spread, null),
  };
}
