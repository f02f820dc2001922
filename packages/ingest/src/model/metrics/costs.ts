import { lower, metric } from '../metric-entry';

/** What one operation cost: the metrics of published per-operation tables (`o.met.*`), in the order people check them. */
export const COST_METRICS = [
  metric(
    'cpu_per_op',
    'cpu/o',
    '% of all cores per operation',
    lower,
    6,
    'mean(us + sy) / throughput from vmstat. Compares versions on one server, not servers.',
    null,
    // Two units of the last digit that is printed.
    0.000_002,
  ),
  metric(
    'cs_per_op',
    'cs/o',
    'context switches per operation',
    lower,
    3,
    'mean(cs) / throughput from vmstat.',
    null,
    // A switch takes some microseconds: a tenth of one is less than the noise of the fastest queries.
    0.1,
  ),
  metric(
    'reads_per_op',
    'r/o',
    'storage reads per operation',
    lower,
    3,
    'mean(r/s) / throughput from iostat.',
    null,
    // One read for twenty operations: other files and the log of the server are read as well.
    0.05,
  ),
  metric(
    'read_kb_per_op',
    'rKB/o',
    'KB read per operation',
    lower,
    3,
    'mean(rkB/s) / throughput from iostat.',
    null,
    // An eighth of the smallest page: one read for eight operations.
    0.5,
  ),
  metric(
    'write_kb_per_op',
    'wKB/o',
    'KB written per operation',
    lower,
    3,
    'mean(wkB/s) / throughput from iostat.',
    null,
    // Queries that write nothing have up to a quarter of a KB in here, of checkpoints and logs.
    0.5,
  ),
] as const;

/** CPU of one operation in the server's own processes: without the tool, and without others on the machine. */
export const SERVER_CPU_METRIC = metric(
  'server_cpu_us_per_op',
  'server CPU µs/o',
  "CPU microseconds of the server's processes per operation",
  lower,
  1,
  "CPU time of the server's own processes / seconds / throughput.",
);

/** CPU of one operation as a time. It takes the place of cpu/o where servers are compared. */
export const CPU_TIME_METRIC = metric(
  'cpu_us_per_op',
  'CPU µs/o',
  'CPU microseconds per operation',
  lower,
  1,
  '(us + sy) / 100 × cores × 1e6 / throughput. May be compared between servers.',
);
