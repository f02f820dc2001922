import { lower, metric, type ShownAs } from '../metric-entry';

const NANOSECONDS: ShownAs = { unit: 'ns', factor: 1e9, decimals: 2 };

/** What tools that measure one operation print: Google Benchmark, go test -bench, JMH. */
export const MICRO_BENCHMARK_METRICS = [
  metric(
    'time_per_op',
    'time/op',
    's',
    lower,
    11,
    'Time of one operation, as the tool prints it. The throughput is computed of it.',
    NANOSECONDS,
  ),
  metric(
    'cpu_time_per_op',
    'CPU time/op',
    's',
    lower,
    11,
    'CPU time of one operation, as the tool prints it.',
    NANOSECONDS,
  ),
  metric(
    'alloc_bytes_per_op',
    'alloc B/op',
    'bytes allocated per operation',
    lower,
    0,
    'Bytes that one operation allocates on the heap.',
  ),
  metric(
    'allocs_per_op',
    'allocs/op',
    'allocations per operation',
    lower,
    0,
    'Allocations that one operation makes on the heap.',
  ),
  metric(
    'iterations',
    'iterations',
    'iterations',
    'none',
    0,
    'Operations of one measurement: the time of an operation is a mean over them.',
  ),
] as const;
