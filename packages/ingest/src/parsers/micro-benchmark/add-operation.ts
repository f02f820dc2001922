import type { Measurements } from '../../assemble/measurements';
import { METRICS } from '../../model/metric';

/*
 * Micro-benchmarks print how long an operation takes; heatmaps compare throughput, of which more is better. So the time is
 * kept as it is printed, and the throughput is computed of it: operations/s = 1 / time per operation. Both are of the same
 * line, and a ratio of two throughputs is that of the two times turned over. Tools that print a rate have it as it is.
 */
export const OPERATIONS_PER_S = 'operations/s';

export interface OperationAt {
  file: string;
  line: number;
}

/** Which operations a time is of: threads that work side by side take it each, or all of them together. */
export interface TimeOf {
  /** 1: the time is of all threads together. Null: unknown, so no rate is derived. */
  threads: number | null;
}

/**
 * Adds the time of an operation in seconds and the throughput that follows from it. A time of 0 has no rate, and one that
 * is out of its bounds neither: it is reported when numbers are settled.
 *
 * @returns false where the time has no rate
 */
export function addTime(
  measurements: Measurements,
  seconds: number,
  { file, line, threads }: OperationAt & TimeOf,
): boolean {
  measurements.reported('time_per_op', seconds, { file, line });
  if (seconds <= 0 || seconds > METRICS.time_per_op.bounds.max || threads === null) return false;
  const formula = threads === 1 ? 'inverse_of_time' : 'threads_by_time';
  measurements.computed('throughput', threads / seconds, { file, line, unit: OPERATIONS_PER_S, formula });
  return true;
}

/** Adds a rate that the tool prints, in operations per second. */
export function addRate(
  measurements: Measurements,
  operationsPerS: number,
  { file, line }: OperationAt,
): void {
  measurements.reported('throughput', operationsPerS, { file, line, unit: OPERATIONS_PER_S });
}
