import { higher, metric } from '../metric-entry';

/** Request counts of BenchBase other than their rate. */
export const REQUEST_METRICS = [
  metric(
    'goodput',
    'goodput',
    'requests/s',
    higher,
    0,
    'Requests per second that completed. Counted apart from the throughput, it may be slightly above it.',
  ),
  metric('requests', 'requests', 'requests', 'none', 0, 'Requests that were measured, of all outcomes.'),
] as const;
