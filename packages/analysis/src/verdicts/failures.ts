import { toPrintfFixed } from '../format/printf';
import type { Matrix } from '../matrix/matrix';
import { median } from '../statistics/median';
import { isCompared, type Verdict, verdictDirection } from './verdict';

/** Parts of the operations that failed, 0 to 1, of the base and of the judged column. */
export interface FailedParts {
  base: number;
  column: number;
}

/** A part of failed operations that rose by this much is another result, ... */
const MORE_FAILED = 0.01;
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

/** Both parts where clearly more operations failed than in the base; null where not. */
export function moreFailed(
  { failed }: Pick<Matrix<unknown>, 'failed'>,
  { row, base, column }: { row: number; base: number; column: number },
): FailedParts | null {
  const parts = { base: failed?.[row]?.[base] ?? 0, column: failed?.[row]?.[column] ?? 0 };
  const isMore =
    parts.column - parts.base >= MORE_FAILED || (parts.base === 0 && parts.column >= SOME_FAILED);
  return isMore ? parts : null;
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
export function failedSentence({ base, column }: FailedParts): string {
  const rate = (part: number) => `${toPrintfFixed((1 - part) * 100, 1)}%`;
  return `Success rate ${rate(column)}, the base ${rate(base)}: faster with more failures is not an improvement.`;
}
