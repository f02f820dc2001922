import type { HeatmapSelection } from '../heatmap-selection';
import { verdictAt } from '../heatmap-verdicts';
import { verdictsOf } from '../judge-selection';

export interface UnclearCount {
  unclear: number;
  /** Cells with a verdict; bases have none. */
  judged: number;
}

/** Cells of a band that these runs can't tell from no change; of one column, or of all. */
export function countUnclear(selection: HeatmapSelection, only?: number): UnclearCount {
  const count = { unclear: 0, judged: 0 };
  const verdicts = verdictsOf(selection);
  if (!verdicts) return count;
  for (const [row] of selection.data.rows.entries()) {
    for (const [column] of selection.columns.entries()) {
      if (column === selection.base || (only !== undefined && column !== only)) continue;
      const verdict = verdictAt(verdicts, row, column);
      if (verdict === 'missing') continue;
      count.judged += 1;
      count.unclear += Number(verdict === 'unclear');
    }
  }
  return count;
}

/** True where more is unclear than not. */
export function isMostlyUnclear({ unclear, judged }: UnclearCount): boolean {
  return unclear * 2 > judged;
}
