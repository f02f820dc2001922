import { type BandedSelection, inBand } from '../bands/banded-selection';
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
export function findCell(
  selection: Pick<HeatmapSelection, 'data' | 'columns'>,
  cell: CellRef | null,
): OpenCell | null {
  if (!cell) return null;
  const row = selection.data.rows.findIndex(({ key }) => key === cell.test);
  // Of two configs side by side a column stands twice; the last has the ratio.
  const column = selection.columns.findLastIndex(({ slug }) => slug === cell.column);
  return row === -1 || column === -1 ? null : { row, column };
}

/** The cell that the URL names in the selection of its band, for all that is about one cell; null when it is not there. */
export function findOpenCell(
  banded: BandedSelection,
  cell: CellRef | null,
): { selection: HeatmapSelection; open: OpenCell } | null {
  const found = findCell(banded, cell);
  if (!found) return null;
  const { selection, column } = inBand(banded, found.column);
  return { selection, open: { row: found.row, column } };
}
