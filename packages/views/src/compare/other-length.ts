import { differInSeconds, otherLengthText } from '@basecase/analysis';
import type { HeatmapSelection } from './heatmap-selection';
import type { CellAt } from './rounds-of-cell';

/** `run for another time: 60 s, the base 300 s`: why a cell is not judged; empty where both ran as long. */
export function otherLengthOf({ data, source, base }: HeatmapSelection, { row, column }: CellAt): string {
  if (!data.seconds || column === base) return '';
  const differ = differInSeconds(data, { row, base: source[base] ?? -1, column: source[column] ?? -1 });
  return differ ? otherLengthText(differ) : '';
}
