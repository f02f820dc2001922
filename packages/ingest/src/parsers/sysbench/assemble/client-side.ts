import type { Measurements } from '../../../assemble/measurements';
import { type MetricId, percentileMetric } from '../../../model/metric';
import type { LocatedLog } from '../../family';
import type { Located, SysbenchLog } from '../log/sysbench-log';

const MEBIBYTE = 1024 * 1024;

/** Adds the other measurements of sysbench. Logs have latencies in milliseconds; they are stored in seconds. */
export function addClientSide(measurements: Measurements, { path, log }: LocatedLog<SysbenchLog>): void {
  const { summary, prepared } = log;
  const add = (metric: MetricId, located: Located | null | undefined, factor = 1) => {
    if (!located) return;
    measurements.reported(metric, located.value * factor, { file: path, line: located.line });
  };
  // Loading of files by `sysbench fileio prepare`.
  add('write_bandwidth', prepared, MEBIBYTE);
  if (!summary) return;
  const milliseconds = (metric: MetricId, located: Located | undefined) => {
    // The decimal point is moved in text: 11075.37 / 1000 is 11.075370000000001.
    const { value = 0, line = 0 } = located ?? {};
    const moved = Number(`${value}e-3`);
    // A number that JavaScript prints as 1e+30 is beyond all bounds, and must reach them.
    add(metric, located && { value: Number.isFinite(moved) ? moved : value / 1000, line });
  };
  milliseconds('latency_min', summary.latencyMinMs);
  milliseconds('latency_avg', summary.latencyAvgMs);
  milliseconds('latency_max', summary.latencyMaxMs);
  const percentile = percentileMetric(summary.percentile ?? 0);
  if (percentile) milliseconds(percentile, summary.latencyPercentileMs);
  add('transactions_per_s', summary.transactionsPerS);
  add('rw_requests_per_s', summary.rwRequestsPerS);
  add('bandwidth', summary.mibPerS, MEBIBYTE);
  add('read_bandwidth', summary.readMibPerS, MEBIBYTE);
  add('write_bandwidth', summary.writtenMibPerS, MEBIBYTE);
  // Deadlocks are the errors that 0.4 and early 0.5 count and go on after.
  add('errors', summary.errors ?? summary.deadlocks);
  add('reconnects', summary.reconnects);
  add('elapsed', summary.elapsedS);
}
