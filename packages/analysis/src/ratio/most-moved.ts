import { HEATMAP_METRICS, type HeatmapMetricId } from '@basecase/ingest/model';
import { costRatio } from './ratio';

/** Absolute values of one cell. A metric that is left out was not recorded. */
export type CellValues = Partial<Record<HeatmapMetricId, number | null>>;

/** A cost per operation and its ratio to the base. */
export interface Move {
  metric: HeatmapMetricId;
  /** Infinity for x/0. */
  ratio: number;
}

/**
 * Costs per operation by how far they moved against the base, the farthest first: 0.5 is as far as 2. Costs that were
 * not recorded on both sides, or are too small on both to be compared, are left out, and so is what did not move.
 *
 * @param least how far a ratio must be from 1 to count, e.g. 1.05: from there on, and from its reciprocal down
 */
export function mostMoved(value: CellValues, base: CellValues, least: number): Move[] {
  const moves = HEATMAP_METRICS.flatMap((metric): Move[] => {
    if (metric === 'throughput') return [];
    const ratio = costRatio(metric, value[metric] ?? null, base[metric] ?? null);
    return ratio === null || distance(ratio) < Math.log(least) ? [] : [{ metric, ratio }];
  });
  return moves.sort((a, b) => distance(b.ratio) - distance(a.ratio) || 0);
}

/** On a logarithmic scale; x/0 and 0/x are the farthest. */
function distance(ratio: number): number {
  return ratio === 0 ? Number.MAX_VALUE : Math.min(Math.abs(Math.log(ratio)), Number.MAX_VALUE);
}
