import { toPrintfFixed } from '../format/printf';
import type { Matrix } from '../matrix/matrix';
import { median } from '../statistics/median';
import { isCompared, type Verdict, verdictDirection } from './verdict';

/** Parts of the operations that failed, 0 to 1, of the base and of the judged column. */
export interface FailedParts {
  /** Null: it counts no failures. */
  base: number | null;
  column: number;
}

/** The verdict on the success rate of a test, in percent. It has its own limits, and no noise (docs/method.md §3.11). */
export interface SuccessRate {
  verdict: 'regression' | 'possible regression' | 'no change' | 'improvement';
  /** Null: the base counts no failures. */
  base: number | null;
  version: number;
}

/** A part of failed operations that rose by this much is another result, ... */
const MORE_FAILED = 0.01;
/**
 * Ratio of two success rates that counts as a change. A rate is a proportion with thousands of operations behind it: the noise of
 * the throughput says nothing of it, and a threshold that suits a throughput hides 4 of 100 operations that fail.
 */
export const SUCCESS_THRESHOLD = 1 - MORE_FAILED;
/** ... as is this part where none failed before. */
const SOME_FAILED = 0.001;

/** What of an operation's fate a result says. */
export interface OperationCounts {
  errors: number | null;
  /** Operations that succeeded, as the tool counted them. */
  succeeded: number | null;
  /** Per second, of those that succeeded. */
  throughput: number | null;
  seconds: number | null;
}

/** Assumed where neither operations nor seconds are known: most benchmarks run each test for longer. */
const USUAL_SECONDS = 60;

/** The part of operations that failed, 0 to 1; null where the tool counts no errors. */
export function failedPart({ errors, succeeded, throughput, seconds }: OperationCounts): number | null {
  if (errors === null) return null;
  const done = succeeded ?? (throughput ?? 0) * (seconds ?? USUAL_SECONDS);
  return errors + done > 0 ? errors / (errors + done) : null;
}

/** The same of a cell: the median over its results. */
export function failedPartOf(results: readonly OperationCounts[]): number | null {
  return median(results.flatMap((result) => failedPart(result) ?? []));
}

/** Where a cell and its base are in a matrix. */
interface Place {
  row: number;
  base: number;
  column: number;
}

/** Both parts where clearly more operations failed than in the base; null where not. */
export function moreFailed({ failed }: Pick<Matrix<unknown>, 'failed'>, place: Place): FailedParts | null {
  const { row, base, column } = place;
  const parts = { base: failed?.[row]?.[base] ?? null, column: failed?.[row]?.[column] ?? 0 };
  return isMore(parts.base ?? 0, parts.column) ? parts : null;
}

function isMore(before: number, after: number): boolean {
  return after - before >= MORE_FAILED || (before === 0 && after >= SOME_FAILED);
}

/** The success rate of a cell and its verdict; null where the column counts no failures, or neither of the two has any. */
export function successRate(
  { failed }: Pick<Matrix<unknown>, 'failed'>,
  { row, base, column }: Place,
): SuccessRate | null {
  const own = failed?.[row]?.[column] ?? null;
  return own === null ? null : judgeSuccess({ base: failed?.[row]?.[base] ?? null, column: own });
}

/** Where the base counts no failures, a clear part of them is likely a drop at most. */
export function judgeSuccess({ base, column }: FailedParts): SuccessRate | null {
  const rates = { base: base === null ? null : (1 - base) * 100, version: (1 - column) * 100 };
  if (base === null) return column < MORE_FAILED ? null : { verdict: 'possible regression', ...rates };
  if (base === 0 && column === 0) return null;
  const isLess = isMore(column, base);
  return { verdict: isMore(base, column) ? 'regression' : isLess ? 'improvement' : 'no change', ...rates };
}

/**
 * A cell with its failures: what fails sooner is not faster, so that an improvement with more failed operations is
 * unclear (docs/method.md §3.11).
 */
export function withFailures<Cell extends { verdict: Verdict }>(
  matrix: Pick<Matrix<unknown>, 'failed'>,
  at: { row: number; base: number; column: number },
  cell: Cell,
): Cell {
  const failed = isCompared(cell.verdict) ? moreFailed(matrix, at) : null;
  if (failed === null) return cell;
  if (verdictDirection(cell.verdict) !== 'faster') return { ...cell, failed };
  return {
    ...cell,
    failed,
    verdict: 'unclear',
    mark: 'unclear',
    changedBy: 'failures',
    runsToSettle: null,
    remedy: null,
  };
}

/** `Success rate 25.0%, the base 100.0%: faster with more failures is not an improvement.` */
export function failedSentence({ base, column }: FailedParts, { isFaster }: { isFaster: boolean }): string {
  const rates = successText({ base: base === null ? null : (1 - base) * 100, version: (1 - column) * 100 });
  return `Success rate ${rates}${isFaster ? ': faster with more failures is not an improvement' : ''}.`;
}

/** `25.0%, the base 100.0%` */
export function successText({ base, version }: Pick<SuccessRate, 'base' | 'version'>): string {
  const before = base === null ? 'counts no failures' : rateText(base);
  return `${rateText(version)}, the base ${before}`;
}

/** Rounded down, so that a rate with failures is never 100.0%. */
export function rateText(percent: number): string {
  return `${toPrintfFixed(Math.floor(percent * 10 + 1e-9) / 10, 1)}%`;
}
