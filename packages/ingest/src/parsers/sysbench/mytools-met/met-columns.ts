import type { MetricId } from '../../../model/metric';

const MB = 1024;

/** Column → metric and factor to its unit. The first column, `samp`, belongs to the tool of the table. */
export const COLUMNS: Record<string, readonly [metric: MetricId, factor: number]> = {
  'r/s': ['reads_per_s', 1],
  'rMB/s': ['read_kb_per_s', MB],
  'w/s': ['writes_per_s', 1],
  'wMB/s': ['write_kb_per_s', MB],
  'r/o': ['reads_per_op', 1],
  'rKB/o': ['read_kb_per_op', 1],
  'wKB/o': ['write_kb_per_op', 1],
  'o/s': ['throughput', 1],
  'cs/s': ['cs_per_s', 1],
  'cpu/s': ['cpu_percent', 1],
  'cs/o': ['cs_per_op', 1],
  'cpu/o': ['cpu_per_op', 1],
};
