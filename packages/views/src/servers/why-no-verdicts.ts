import { knowsNoise, type View } from './view';

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: View): string | null {
  if (metric !== 'throughput') return 'The noise of this metric is not known, only that of throughput';
  return knowsNoise(data) ? null : 'Nothing is stored of the noise of one of these servers';
}
