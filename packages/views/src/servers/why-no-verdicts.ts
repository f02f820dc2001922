import { knowsNoise, type View } from './view';

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: View): string | null {
  if (metric !== 'throughput') return 'Noise is measured only for throughput, not for this metric';
  return knowsNoise(data) ? null : 'No noise data is stored for one of these servers';
}
