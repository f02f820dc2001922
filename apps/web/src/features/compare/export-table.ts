import { type Matrix, renderTable, type TableFormat } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { HEATMAP_METRICS, type HeatmapMetricId } from '@basecase/ingest/model';
import { toColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import { toHeatData } from './heat-data';
import { prepareHeatmap } from './prepare-heatmap';

export const EXPORT_FORMATS = ['json', 'csv', 'tsv', 'md'] as const satisfies readonly TableFormat[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * The view as the page has it (base, columns, filter, metric), as text: the same tables as `basecase compare` prints,
 * from the values as stored.
 */
export function exportTable(view: CompareView, state: CompareState, format: ExportFormat): string {
  const columns = toColumnSet(toHeatData(view), state);
  const { groups, view: shown } = prepareHeatmap(columns, { ...state, fold: [] });
  const rows = groups.flatMap((group) => group.rows.map((row) => row.row));
  const metric = HEATMAP_METRICS.find((id) => id === shown.metric) ?? 'throughput';
  return renderTable(pick(view.matrix, rows, columns.source), { metric, format, base: shown.base });
}

/** The matrix of some rows and columns; cells that must not be compared are left empty, as on the page. */
function pick(matrix: CompareView['matrix'], rows: number[], columns: number[]): Matrix<{ label: string }> {
  const take = <T>(cells: readonly (readonly T[])[] | undefined, missing: T) =>
    rows.map((row) => columns.map((column) => cells?.[row]?.[column] ?? missing));
  const isOk = (row: number, column: number) => matrix.status[row]?.[column] === 'ok';
  const values = HEATMAP_METRICS.map((metric): [HeatmapMetricId, (number | null)[][]] => [
    metric,
    rows.map((row) =>
      columns.map((column) => (isOk(row, column) ? (matrix.values[metric]?.[row]?.[column] ?? null) : null)),
    ),
  ]);
  return {
    columns: columns.flatMap((column) => matrix.columns[column] ?? []),
    rows: rows.flatMap((row) => matrix.rows[row] ?? []),
    values: Object.fromEntries(values),
    sources: {},
    status: take(matrix.status, 'missing'),
    repeats: take(matrix.repeats, 0),
    spread: take(matrix.spread, null),
  };
}
