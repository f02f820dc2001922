import { isLatency } from '../model/metric';
import type { Measurement, NormalizedResult } from '../model/run';

/**
 * The last bucket of the histograms that tools take percentiles from, as they print it, in seconds: what took longer counts there.
 * Sources: sysbench `sb_histogram.c` (100,000 ms; the largest is kept apart), cockroach `pkg/workload/histogram` (100 s: 96 × 2^30 ns),
 * go-tpc `pkg/measurement` (16 s: 15 × 2^30 ns).
 */
const CAPS: readonly { tool: RegExp; seconds: number; hasLargest?: true }[] = [
  { tool: /^sysbench\b/, seconds: 100 },
  { tool: /^cockroach\b/, seconds: 103.0792, hasLargest: true },
  { tool: /^go-tpc\b/, seconds: 16.1061, hasLargest: true },
];

const [EXACT, LARGEST] = [/^latency_(?:min|avg|stddev)$/, 'latency_max'];

/**
 * True for a latency in the last bucket of a histogram: it is at least that long, so its value is unknown. A percentile equal to a largest
 * latency that is kept apart is one.
 */
export function isCapped({ metric, value }: Measurement, { tool, measurements }: NormalizedResult): boolean {
  if (!isLatency(metric) || EXACT.test(metric)) return false;
  const cap = CAPS.find((each) => each.tool.test(tool ?? ''));
  if (value !== cap?.seconds) return false;
  if (cap.hasLargest) return true;
  const largest = measurements.find((other) => other.metric === LARGEST)?.value;
  return metric !== LARGEST && (largest === undefined || largest > value);
}
