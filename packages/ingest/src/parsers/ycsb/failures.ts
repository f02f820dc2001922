import { testOf } from './names';
import type { Operation } from './ycsb-log';

/** Operations of one kind that failed. */
export interface Failures {
  failed: number;
  /** Those that failed and those that did not. */
  attempts: number;
  /** `NOT_FOUND 12, ERROR 3`; null where no codes are printed. */
  codes: string | null;
  /** Lines that the count is made of. */
  line: number;
  lineEnd: number;
}

/** What succeeded, in words and in the numbers of 0.1; a port prints none. */
const SUCCEEDED = new Set(['OK', 'BATCHED_OK', '0', '']);
/** Above this share of failures, the rest does not measure the operation. */
const FAILED_PART = 0.5;
/** Of all operations; a smaller part does not make the throughput that of another workload. */
const NOTABLE_PART = 0.1;
/** Not separate operations: composites of others, and operations outside the workload. */
const NOT_COUNTED = /^(?:read-modify-write|cleanup|intended-.*)$/;

/** Operations of one kind that were tried, null where nothing says how many. */
export function attemptsOf({ count, returns, failed }: Operation): number | null {
  if (returns.length > 0) return returns.reduce((sum, { value }) => sum + value, 0);
  if (!count && !failed) return null;
  return (count?.value ?? 0) + (failed?.value ?? 0);
}

/** By the codes that were returned, else by the rows of those that failed; null where none failed. */
export function failuresOf(operation: Operation): Failures | null {
  const codes = operation.returns.filter(({ code, value }) => !SUCCEEDED.has(code) && value > 0);
  const parts = codes.length > 0 ? codes : [operation.failed].filter((at) => at !== null && at.value > 0);
  const lines = parts.flatMap((at) => (at ? [at.line] : []));
  if (lines.length === 0) return null;
  return {
    failed: parts.reduce((sum, at) => sum + (at?.value ?? 0), 0),
    attempts: attemptsOf(operation) ?? 0,
    codes: codes.length > 0 ? codes.map(({ code, value }) => `${code} ${value}`).join(', ') : null,
    line: Math.min(...lines),
    lineEnd: Math.max(...lines),
  };
}

/** True where more than half of the operations of a kind failed. */
export function isMostlyFailed(operation: Operation): boolean {
  const failures = failuresOf(operation);
  return failures !== null && failures.failed > failures.attempts * FAILED_PART;
}

/** Kinds that make up the operations of the workload, each operation once. */
export function countedOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ name }) => !NOT_COUNTED.test(testOf(name)) && testOf(name) !== 'overall');
}

/**
 * True where the throughput of all operations is that of failures: more than half of them failed, or one kind did that is
 * a tenth of them or more.
 */
export function isRunFailed(operations: readonly Operation[]): boolean {
  const counted = countedOperations(operations);
  const all = counted.reduce((sum, operation) => sum + (attemptsOf(operation) ?? 0), 0);
  const failed = counted.reduce((sum, operation) => sum + (failuresOf(operation)?.failed ?? 0), 0);
  if (failed > all * FAILED_PART) return true;
  return counted.some(
    (operation) => isMostlyFailed(operation) && (attemptsOf(operation) ?? 0) >= all * NOTABLE_PART,
  );
}
