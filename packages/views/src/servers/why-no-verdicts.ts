import { knowsNoise, type ServersSelection } from './servers-selection';

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: ServersSelection): string | null {
  if (metric !== 'throughput') return 'Noise is measured only for throughput, not for this metric';
  return knowsNoise(data) ? null : 'No noise data is stored for one of these servers';
}
