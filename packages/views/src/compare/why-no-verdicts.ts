import type { View } from './view';

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: View): string | null {
  if (metric !== 'throughput') return 'Noise is measured only for throughput, not for this metric';
  return data.noise ? null : 'No noise data is stored for this view';
}
