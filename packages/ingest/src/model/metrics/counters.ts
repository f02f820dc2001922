import { higher, lower, metric } from '../metric-entry';

/** What the counters of the CPU say of one operation: `perf stat` next to a test. Compares versions on one server. */
export const COUNTER_METRICS = [
  metric(
    'instructions_per_op',
    'instr/o',
    'instructions per operation',
    lower,
    0,
    'Instructions per second of perf stat / throughput.',
  ),
  metric(
    'cycles_per_op',
    'cycles/o',
    'cycles per operation',
    lower,
    0,
    'Cycles per second of perf stat / throughput.',
  ),
  metric(
    'ipc',
    'IPC',
    'instructions per cycle',
    higher,
    2,
    'Instructions / cycles of one measurement of perf stat.',
  ),
  metric(
    'cache_misses_per_op',
    'cache miss/o',
    'cache misses per operation',
    lower,
    1,
    'Cache misses per second of perf stat / throughput.',
    null,
    // A miss takes some 100 ns: a tenth of one is less than the noise of the fastest queries.
    0.1,
  ),
  metric(
    'branch_misses_per_op',
    'branch miss/o',
    'branch misses per operation',
    lower,
    1,
    'Mispredicted branches per second of perf stat / throughput.',
    null,
    0.1,
  ),
] as const;
