import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../../matrix/matrix';
import { comparedChange } from '../compared-change';
import type { Rule } from '../rule';
import type { ChangeDirection } from '../verdict';
import type { ReleaseLine, VerdictColumn } from './release-lines';
import { findVersionSteps, type VersionStep } from './version-steps';

/** A step of a test along a line of releases, by columns of the matrix. */
export interface LineStep extends Omit<VersionStep, 'at' | 'back'> {
  /** First column of the new level: the first bad version when it is slower. */
  column: number;
  /** The recorded column before it: the last good one. */
  previous: number;
  /** Index of `column` in the line. */
  place: number;
  back: number | null;
  /** The two columns differ in config or flavour too, so the step may be theirs. */
  otherBuild: boolean;
}

/** Steps of one test on one line; of a side line only those at its own columns. */
export interface LineSteps {
  line: ReleaseLine;
  steps: LineStep[];
}

export interface LineQuestion {
  line: ReleaseLine;
  metric: MetricId;
  sigma: number;
  rule: Rule;
}

/** Steps of a test along a line (docs/method.md §4.3). Columns in which it is missing are stepped over. */
export function lineSteps(matrix: Matrix<VerdictColumn>, row: number, question: LineQuestion): LineSteps {
  const { line, metric, sigma, rule } = question;
  const columns: number[] = [];
  const y: number[] = [];
  for (const column of line.columns) {
    // Relative to its first version: steps are differences, and small numbers keep their digits.
    const change = comparedChange(matrix, { row, base: columns[0] ?? column, column, metric });
    if (typeof change !== 'number') continue;
    columns.push(column);
    y.push(change);
  }
  const runs = columns.map((column) => Math.max(1, matrix.repeats[row]?.[column] ?? 1));
  const steps = findVersionSteps({ y, sigma, runs }, rule);
  const found = steps.map((step): LineStep => {
    const placed = toLineStep(step, columns, matrix.columns);
    return { ...placed, place: line.columns.indexOf(placed.column) };
  });
  return { line, steps: found.filter(({ place }) => place >= (line.ownFrom ?? 0)) };
}

function toLineStep(
  { at, back, ...step }: VersionStep,
  columns: readonly number[],
  variants: readonly VerdictColumn[],
): Omit<LineStep, 'place'> {
  const column = columns[at] ?? 0;
  const previous = columns[at - 1] ?? column;
  const [one, other] = [variants[previous], variants[column]];
  return {
    ...step,
    column,
    previous,
    back: back === null ? null : (columns[back] ?? null),
    otherBuild: one?.config !== other?.config || one?.flavour !== other?.flavour,
  };
}

/**
 * The step that brought most of what a column shows against the base: the largest in its direction after the base, up to
 * the column; with the largest the study's 31 flags of MySQL 9.5 fall into its 6 groups (docs/method.md §5.3), with the first
 * they don't. An isolated step counts for its own column only: the next version undid it.
 *
 * @param lines steps of the row
 * @returns null when the two are not on one line, the base is the later release, or no step was found
 */
export function stepBehind(
  lines: readonly LineSteps[],
  { base, column, direction }: { base: number; column: number; direction: ChangeDirection },
): LineStep | null {
  for (const { line, steps } of lines) {
    const [from, to] = [line.columns.indexOf(base), line.columns.indexOf(column)];
    if (from < 0 || to < 0) continue;
    let largest: LineStep | null = null;
    for (const step of steps) {
      const isSameWay = direction === 'slower' ? step.ratio < 1 : step.ratio > 1;
      if (!isSameWay || step.place <= from || step.place > to) continue;
      if (step.kind === 'isolated' && step.place !== to) continue;
      if (largest === null || stepSize(step) > stepSize(largest)) largest = step;
    }
    if (largest) return largest;
  }
  return null;
}

function stepSize({ ratio }: LineStep): number {
  return Math.abs(Math.log(ratio));
}
