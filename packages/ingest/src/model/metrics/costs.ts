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
  ),
  metric(
    'cs_per_op',
    'cs/o',
    'context switches per operation',
    lower,
    3,
    'mean(cs) / throughput from vmstat.',
  ),
  metric(
    'reads_per_op',
    'r/o',
    'storage reads per operation',
    lower,
    3,
    'mean(r/s) / throughput from iostat.',
  ),
  metric(
    'read_kb_per_op',
    'rKB/o',
    'KB read per operation',
    lower,
    3,
    'mean(rkB/s) / throughput from iostat.',
  ),
  metric(
    'write_kb_per_op',
    'wKB/o',
    'KB written per operation',
    lower,
    3,
    'mean(wkB/s) / throughput from iostat.',
  ),
] as const;

/** CPU of one operation as a time. It takes the place of cpu/o where servers are compared. */
export const CPU_TIME_METRIC = metric(
  'cpu_us_per_op',
  'CPU µs/o',
  'CPU microseconds per operation',
  lower,
  1,
  '(us + sy) / 100 × cores × 1e6 / throughput. May be compared between servers.',
);
