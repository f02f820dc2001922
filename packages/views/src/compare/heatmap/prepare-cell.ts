import type { CellRef } from '../compare-state';
import type { HeatmapSelection } from '../heatmap-selection';

/** A cell of the view: index of the row in the data, index of the column among the chosen ones. */
export interface OpenCell {
  row: number;
  column: number;
}

/**
 * Finds the cell that the URL names. A column that is not among the chosen ones is not shown, so it cannot be open.
 *
 * @returns null when the test or the column is not there
 */
export function findCell(selection: HeatmapSelection, cell: CellRef | null): OpenCell | null {
  if (!cell) return null;
  const row = selection.data.rows.findIndex(({ key }) => key === cell.test);
  const column = selection.columns.findIndex(({ slug }) => slug === cell.column);
  return row === -1 || column === -1 ? null : { row, column };
}
