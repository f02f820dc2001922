import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../../matrix/matrix';
import { judgedChange } from '../compared-change';
import type { Rule } from '../rule';
import type { ChangeDirection } from '../verdict';
import type { ReleaseLine } from './release-lines';
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
}

/** Steps of one test on one line. */
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
export function lineSteps(matrix: Matrix<unknown>, row: number, question: LineQuestion): LineSteps {
  const { line, metric, sigma, rule } = question;
  const columns: number[] = [];
  const y: number[] = [];
  for (const column of line.columns) {
    // Relative to its first version: steps are differences, and small numbers keep their digits.
    const change = judgedChange(matrix, { row, base: columns[0] ?? column, column, metric });
    if (typeof change !== 'number') continue;
    columns.push(column);
    y.push(change);
  }
  const runs = columns.map((column) => Math.max(1, matrix.repeats[row]?.[column] ?? 1));
  const steps = findVersionSteps({ y, sigma, runs }, rule);
  return { line, steps: steps.map((step) => toLineStep(step, columns, line)) };
}

function toLineStep(
  { at, back, ...step }: VersionStep,
  columns: readonly number[],
  line: ReleaseLine,
): LineStep {
  const column = columns[at] ?? 0;
  return {
    ...step,
    column,
    previous: columns[at - 1] ?? column,
    place: line.columns.indexOf(column),
    back: back === null ? null : (columns[back] ?? null),
  };
}

/**
 * The step that brought most of what a column shows against the base: the largest in its direction after the base, up to
 * the column; with the largest the study's 31 flags of MySQL 9.5 fall into few groups (docs/method.md §5.3), with the first
 * they don't. An isolated step counts for its own column only: the next version undid it.
 *
 * @param lines steps of the row
 * @returns null when the two are not on one line, the base is the later release, or no step was found
 */
export function stepBehind(
  lines: readonly LineSteps[],
  { base, column, direction }: { base: number; column: number; direction: ChangeDirection },
): LineStep | null {
  const own = lines.find(({ line }) => line.columns.includes(base) && line.columns.includes(column));
  if (!own) return null;
  const [from, to] = [own.line.columns.indexOf(base), own.line.columns.indexOf(column)];
  let largest: LineStep | null = null;
  for (const step of own.steps) {
    const isSameWay = direction === 'slower' ? step.ratio < 1 : step.ratio > 1;
    if (!isSameWay || step.place <= from || step.place > to) continue;
    if (step.kind === 'isolated' && step.place !== to) continue;
    if (largest === null || stepSize(step) > stepSize(largest)) largest = step;
  }
  return largest;
}

function stepSize({ ratio }: LineStep): number {
  return Math.abs(Math.log(ratio));
}
