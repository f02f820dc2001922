import { formatRatio } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { relative } from '../results/relative';
import type { HeatmapSelection } from './heatmap-selection';
import { type CellAt, roundsBetween } from './rounds-of-cell';

/**
 * Ratio of a cell to the base, or to another column of its row, as everything on the page shows it: of throughputs that
 * were recorded in turns what their rounds say in pairs, as the verdict has it; else the ratio of the values.
 *
 * @returns unrounded; null where a side is missing, and of costs that are both too small to be compared
 */
export function ratioAt(
  selection: HeatmapSelection,
  metric: MetricId,
  { row, column, base = selection.base }: CellAt & { base?: number },
): number | null {
  const { data, source } = selection;
  const values = data.values[metric]?.[row];
  const [own, other] = [values?.[source[column] ?? -1] ?? null, values?.[source[base] ?? -1] ?? null];
  const plain = relative(metric, own, other);
  if (plain === null || metric !== 'throughput' || !data.rounds) return plain;
  const rounds = roundsBetween(selection, { row, column, base });
  return rounds ? Math.exp(rounds.x) : plain;
}

/**
 * `; medians of all runs 1.05`, if dividing the shown values gives another ratio: runs outside shared rounds are in
 * the values only.
 */
export function mediansNote(selection: HeatmapSelection, { row, column }: CellAt): string {
  const at = selection.data.values.throughput?.[row];
  const medianOf = (index: number) => at?.[selection.source[index] ?? -1] ?? null;
  const medians = formatRatio(relative('throughput', medianOf(column), medianOf(selection.base)));
  const shown = formatRatio(ratioAt(selection, 'throughput', { row, column }));
  return medians === shown ? '' : `; medians of all runs ${medians}`;
}
