import type { MaybeRelation, Said } from '../../../checks/disagreements';
import { over, widen } from '../../../checks/ranges';
import type { BenchbaseSummary } from './summary-log';

/** Numbers are printed in full: what is left is how computers divide. */
const ROUNDING_PART = 1e-9;

/**
 * What a summary says twice: throughput = measured requests / elapsed time, as Results.requestsPerSecondThroughput of
 * BenchBase computes it. The goodput counts other requests, and may be above the throughput.
 */
export function summaryRelations({ throughput, requests, elapsed }: BenchbaseSummary): MaybeRelation[] {
  if (!throughput || !requests || !elapsed || elapsed.value <= 0) return [];
  const rate = said('Throughput', throughput, ['throughput']);
  const count = said('Measured Requests', requests, ['requests']);
  const seconds = said('Elapsed Time', elapsed, ['elapsed']);
  return [
    {
      of: [rate, count, seconds],
      left: rate.range,
      right: over(count.range, seconds.range),
      words: 'throughput = measured requests / elapsed time',
    },
  ];
}

function said(
  name: string,
  { value, line }: { value: number; line: number },
  metrics: Said['metrics'],
): Said {
  return { name, value, line, metrics, range: widen({ low: value, high: value }, ROUNDING_PART) };
}
