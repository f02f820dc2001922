import type { Measurements } from '../../../assemble/measurements';
import { NEW_ORDER_TEST, unitOf } from '../about';
import { doneOf, type TpccRun, type TpccTransaction } from '../tpcc-log';

/** Where the numbers of one type were read. */
export interface Source {
  file: string;
  run: TpccRun;
  transaction: TpccTransaction;
}

/**
 * Adds the rate of a type, per minute: as printed, tpmC of new orders first; else transactions/s × 60, else transactions ×
 * 60 / seconds of the run.
 *
 * @returns null where the run is incomplete or its completeness is unknown
 */
export function addRate(measurements: Measurements, { file, run, transaction }: Source): number | null {
  const { rate, ratePerS, test } = transaction;
  const unit = unitOf(test);
  if (ratePerS) {
    measurements.reported('transactions_per_s', ratePerS.value, { file, line: ratePerS.line });
  }
  if (!run.isComplete) return null;
  const printed = test === NEW_ORDER_TEST ? (run.tpmC ?? rate) : rate;
  if (printed) {
    measurements.reported('throughput', printed.value, { file, line: printed.line, unit });
    return printed.value;
  }
  if (ratePerS) {
    const value = ratePerS.value * 60;
    measurements.computed('throughput', value, { file, line: ratePerS.line, unit, formula: 'per_minute' });
    return value;
  }
  // New orders without their rate: the summary was cut.
  const done = doneOf(transaction);
  const counted = transaction.count ?? transaction.inTime;
  if (test === NEW_ORDER_TEST || done === null || !counted || !run.elapsedS || run.elapsedS.value <= 0)
    return null;
  const value = (done * 60) / run.elapsedS.value;
  const at = { file, line: counted.line, lineEnd: run.elapsedS.line, unit };
  measurements.computed('throughput', value, { ...at, formula: 'transactions_per_minute' });
  return value;
}

/** Adds counts and latencies of a type. */
export function addCounts(measurements: Measurements, { file, transaction }: Source): void {
  const { count, inTime, late, failed, retries, latencies, latencySumS } = transaction;
  if (count) measurements.reported('transactions', count.value, { file, line: count.line });
  else if (inTime && late) {
    const at = { file, line: inTime.line, lineEnd: late.line, formula: 'in_time_and_late' } as const;
    measurements.computed('transactions', inTime.value + late.value, at);
  }
  if (late) measurements.reported('late_transactions', late.value, { file, line: late.line });
  if (failed) measurements.reported('errors', failed.value, { file, line: failed.line });
  if (retries) measurements.reported('retries', retries.value, { file, line: retries.line });
  for (const [metric, { value, line }] of latencies) measurements.reported(metric, value, { file, line });
  if (latencies.has('latency_avg') || !latencySumS || !count || count.value <= 0) return;
  const at = { file, line: latencySumS.line, lineEnd: count.line, formula: 'latency_sum_by_count' } as const;
  measurements.computed('latency_avg', latencySumS.value / count.value, at);
}
