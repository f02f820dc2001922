import { type ChangeExplanation, explainChange, REASON_METRICS, type ReasonValues } from '@basecase/analysis';
import type { HeatmapSelection } from './heatmap-selection';
import { roundsAt } from './rounds-of-cell';

/**
 * What of the costs per operation moved with the throughput of a cell, against the base. It says nothing of whether the
 * change is real: ask of changed cells only.
 *
 * @returns null without a throughput on both sides
 */
export function explainCell(
  selection: HeatmapSelection,
  row: number,
  column: number,
): ChangeExplanation | null {
  const [own, base] = [selection.source[column] ?? -1, selection.source[selection.base] ?? -1];
  const before = valuesAt(selection, row, { at: base, other: own });
  const after = valuesAt(selection, row, { at: own, other: base });
  return before && after ? explainChange(before, after, roundsAt(selection, { row, column })) : null;
}

/** A cost that was computed on one side and reported on the other is left out: reported ones are 4-5% low. */
function valuesAt(
  { data }: HeatmapSelection,
  row: number,
  { at, other }: { at: number; other: number },
): ReasonValues | null {
  const throughput = data.values.throughput?.[row]?.[at] ?? null;
  if (throughput === null || throughput <= 0) return null;
  const cell: ReasonValues = { throughput };
  for (const metric of REASON_METRICS) {
    const sources = data.sources[metric]?.[row];
    if (sources?.[at] === sources?.[other]) cell[metric] = data.values[metric]?.[row]?.[at] ?? null;
  }
  return cell;
}
