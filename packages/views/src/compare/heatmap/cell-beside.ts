import type { BandedSelection } from '../bands/banded-selection';
import type { OpenCell } from './heatmap-cell';
import type { HeatmapModel } from './heatmap-model';

const STEPS: Readonly<Record<string, [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell that an arrow key leads to among those that are drawn; null at an edge, and for other keys. */
export function cellBeside(
  { groups, selection }: Pick<HeatmapModel, 'groups' | 'selection'>,
  { row, column }: OpenCell,
  key: string,
): OpenCell | null {
  const step = STEPS[key];
  if (!step) return null;
  const rows = groups.flatMap((group) => (group.open ? group.rows.map((each) => each.row) : []));
  const at = rows.indexOf(row);
  const next = { row: rows[at + step[0]] ?? -1, column: column + step[1] };
  const isThere = at !== -1 && next.row !== -1 && selection.columns[next.column] !== undefined;
  return isThere ? next : null;
}

/** The column at the same place in the previous or next band; null if there is none. */
export function columnInBandBeside({ bands }: BandedSelection, column: number, step: 1 | -1): number | null {
  const at = bands.findLastIndex(({ start }) => start <= column);
  const [own, other] = [bands[at], bands[at + step]];
  if (!own || !other) return null;
  return other.start + Math.min(column - own.start, other.drawn.length - 1);
}
