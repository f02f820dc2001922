import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix';
import { comparedChange, type MissingReason } from './compared-change';
import { type ChangeExplanation, explainChange, REASON_METRICS, type ReasonValues } from './explain-change';
import { guardByRepeats, judgeColumn, supportByCounts } from './judge-column';
import type { NoiseModel, TestNoise } from './noise/noise-model';
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
  /** Of flagged cells only: a reason does not make a change real (verdicts.md §4). */
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
 * Verdicts of all cells of one column, in the order of the rows: §2.3, then support, then guard (§2.4). The base against
 * itself is no change, however noisy.
 */
export function judgeCells(matrix: Matrix<unknown>, question: ColumnInQuestion): CellVerdict[] {
  const inputs = matrix.rows.map((row, index) => {
    const x = comparedChange(matrix, { ...question, row: index });
    if (typeof x !== 'number') return x;
    const noise = question.noise.testNoise(row);
    const runs = (column: number) => Math.max(1, matrix.repeats[index]?.[column] ?? 1);
    const cell: ComparedCell = {
      x,
      sigma: noise.sigma,
      baseRuns: runs(question.base),
      versionRuns: runs(question.column),
    };
    return { row: index, cell, noise };
  });
  const family = inputs.map((input) => (typeof input === 'string' ? null : input.cell));
  const verdicts = question.base === question.column ? [] : judgeColumn(family, question.rule);
  return inputs.map((input, row) => {
    if (typeof input === 'string') return { verdict: 'missing', mark: 'missing', reason: input };
    return toCell(matrix, { ...input, verdict: verdicts[row] ?? 'no change' }, question);
  });
}

function toCell(
  matrix: Matrix<unknown>,
  input: { row: number; cell: ComparedCell; noise: TestNoise; verdict: Verdict },
  question: ColumnInQuestion,
): CellVerdict {
  const { cell, row } = input;
  const { rule } = question;
  const explanation = isFlagged(input.verdict) ? explainCell(matrix, row, question) : null;
  const supported = explanation ? supportByCounts(input.verdict, explanation, rule) : input.verdict;
  const verdict = guardByRepeats(supported, cell.x, repeatSpread(matrix, row, question));
  const mark = verdictMark(verdict);
  if (verdict === 'missing' || mark === 'missing') throw new Error('A compared cell is never missing.');
  const isOpen = mark === 'possible' || mark === 'unclear';
  return {
    verdict,
    mark,
    ...cell,
    p: pValue(cell, rule),
    band: noiseBand(cell, rule),
    noisePairs: input.noise.pairs,
    runsToSettle: isOpen ? runsToSettle(cell.x, cell.sigma, rule) : null,
    changedBy: changedBy(input.verdict, { supported, verdict }),
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

/** Null where throughput, which an explanation is about, was not recorded on both sides. */
function explainCell(
  matrix: Matrix<unknown>,
  row: number,
  { base, column }: ColumnInQuestion,
): ChangeExplanation | null {
  const before = reasonValues(matrix, row, { column: base, other: column });
  const after = reasonValues(matrix, row, { column, other: base });
  return before && after ? explainChange(before, after) : null;
}

/** A metric that was computed on one side and reported on the other is left out: reported ones are 4-5% low. */
function reasonValues(
  { values, sources }: Matrix<unknown>,
  row: number,
  { column, other }: { column: number; other: number },
): ReasonValues | null {
  const throughput = values.throughput?.[row]?.[column] ?? null;
  if (throughput === null || throughput <= 0) return null;
  const cell: ReasonValues = { throughput };
  for (const metric of REASON_METRICS) {
    const source = sources[metric]?.[row];
    if (source?.[column] === source?.[other]) cell[metric] = values[metric]?.[row]?.[column] ?? null;
  }
  return cell;
}

/**
 * Largest |ln| between repeats on either side. The matrix has d = (max - min) / median; with two repeats the median is
 * their mean, so ln(max / min) = 2 atanh(d / 2) exactly; with more it is close.
 */
function repeatSpread({ spread }: Matrix<unknown>, row: number, { base, column }: ColumnInQuestion): number {
  const widest = Math.max(spread[row]?.[base] ?? 0, spread[row]?.[column] ?? 0);
  return widest >= 2 ? Number.POSITIVE_INFINITY : 2 * Math.atanh(widest / 2);
}
