import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { comparedChange, type MissingReason } from './compared-change';
import type { ChangeExplanation } from './explain/explain-change';
import { explainCell } from './explain-cell';
import { guardByRepeats, judgeColumn, supportByCounts } from './judge-column';
import type { NoiseModel } from './noise/noise-model';
import { type ComparedCell, noiseBand, pValue } from './p-value';
import type { Rule } from './rule';
import { runsToSettle } from './runs-needed';
import { isFlagged, type Verdict, type VerdictMark, verdictMark } from './verdict';

/** A cell of which something can be said. */
export interface JudgedCell {
  verdict: Exclude<Verdict, 'missing'>;
  mark: Exclude<VerdictMark, 'missing'>;
  /** ln of how much better it is than the base. */
  x: number;
  /** How often noise alone gives a change this large. */
  p: number;
  /** SD of ln r of two single runs of this test when nothing changed. */
  sigma: number;
  /** 95% of the noise lies within ± this, on the log scale, for the medians that are compared. */
  band: number;
  /** A/A pairs of this very test behind sigma. */
  noisePairs: number;
  baseRuns: number;
  versionRuns: number;
  /** Runs on each side that would settle it; null: more than 9, or it is settled. */
  runsToSettle: number | null;
  /** What changed the verdict after the statistics: counts that moved with it, or repeats that disagree. */
  changedBy: 'support' | 'guard' | null;
  /** Of flagged cells only: a reason does not make a change real (docs/method.md §5.2). */
  explanation: ChangeExplanation | null;
}

export interface MissingCell {
  verdict: 'missing';
  mark: 'missing';
  reason: MissingReason;
}

/** Tell the two apart by `verdict`. */
export type CellVerdict = JudgedCell | MissingCell;

export interface ColumnInQuestion {
  base: number;
  column: number;
  metric: MetricId;
  noise: NoiseModel;
  rule: Rule;
}

/**
 * Verdicts of all cells of one column, in the order of the rows: docs/method.md §3.1, then support (§3.2), then guard (§3.3). The base against
 * itself is no change, however noisy.
 */
export function judgeCells(matrix: Matrix<unknown>, question: ColumnInQuestion): CellVerdict[] {
  const inputs = matrix.rows.map((_, row) => inputOf(matrix, row, question));
  const family = inputs.map((input) => (typeof input === 'string' ? null : input));
  const verdicts = question.base === question.column ? [] : judgeColumn(family, question.rule);
  return inputs.map((input, row) => {
    if (typeof input === 'string') return { verdict: 'missing', mark: 'missing', reason: input };
    return toCell(matrix, { row, cell: input, verdict: verdicts[row] ?? 'no change' }, question);
  });
}

interface InputCell extends ComparedCell {
  noisePairs: number;
}

function inputOf(
  matrix: Matrix<unknown>,
  index: number,
  { base, column, metric, noise }: ColumnInQuestion,
): InputCell | MissingReason {
  const row = matrix.rows[index];
  const x = comparedChange(matrix, { row: index, base, column, metric });
  if (typeof x !== 'number' || !row) return typeof x === 'number' ? 'not recorded' : x;
  const { sigma, pairs } = noise.testNoise(row);
  const repeats = matrix.repeats[index];
  return {
    x,
    sigma,
    baseRuns: Math.max(1, repeats?.[base] ?? 1),
    versionRuns: Math.max(1, repeats?.[column] ?? 1),
    noisePairs: pairs,
  };
}

function toCell(
  matrix: Matrix<unknown>,
  { row, cell, verdict: judged }: { row: number; cell: InputCell; verdict: Verdict },
  question: ColumnInQuestion,
): CellVerdict {
  const { x, sigma, baseRuns, versionRuns, noisePairs } = cell;
  const { rule } = question;
  const explanation = isFlagged(judged) ? explainCell(matrix, row, question) : null;
  const supported = explanation ? supportByCounts(judged, explanation, rule) : judged;
  const verdict = guardByRepeats(supported, x, repeatSpread(matrix, row, question));
  const mark = verdictMark(verdict);
  if (verdict === 'missing' || mark === 'missing') throw new Error('A compared cell is never missing.');
  const isOpen = mark === 'possible' || mark === 'unclear';
  return {
    verdict,
    mark,
    x,
    p: pValue(cell, rule),
    sigma,
    band: noiseBand(cell, rule),
    noisePairs,
    baseRuns,
    versionRuns,
    runsToSettle: isOpen ? runsToSettle(x, sigma, rule) : null,
    changedBy: changedBy(judged, { supported, verdict }),
    explanation,
  };
}

function changedBy(
  judged: Verdict,
  { supported, verdict }: { supported: Verdict; verdict: Verdict },
): JudgedCell['changedBy'] {
  if (verdict !== supported) return 'guard';
  return supported === judged ? null : 'support';
}

/**
 * Largest |ln| between repeats on either side. The matrix has d = (max - min) / median; with two repeats the median is
 * their mean, so ln(max / min) = 2 atanh(d / 2) exactly; with more it is close.
 */
function repeatSpread({ spread }: Matrix<unknown>, row: number, { base, column }: ColumnInQuestion): number {
  const widest = Math.max(spread[row]?.[base] ?? 0, spread[row]?.[column] ?? 0);
  return widest >= 2 ? Number.POSITIVE_INFINITY : 2 * Math.atanh(widest / 2);
}
