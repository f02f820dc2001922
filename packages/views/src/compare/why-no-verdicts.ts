import type { HeatmapSelection } from './heatmap-selection';

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: HeatmapSelection): string | null {
  if (metric !== 'throughput') return 'Noise is measured only for throughput, not for this metric';
  return data.noise ? null : 'No noise data is stored for this view';
}
