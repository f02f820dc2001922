import {
  type CellVerdict,
  DEFAULT_RULE,
  isFlagged,
  isSure,
  type JudgedCell,
  judgeCells,
  lineSteps,
  type LineStep,
  logLoss,
  type Matrix,
  type Noise,
  noiseModels,
  type ReasonClass,
  reasonClass,
  verdictDirection,
} from '@basecase/analysis';
import type { FlaggedVerdict, RegressionEntry, RegressionKind } from '../types/regressions';
import { type ChangeLine, changeLines } from './change-lines';
import { isNewHigh, type LineLevels, lineLevels, recoveryAfter, segmentAt } from './line-levels';
import type { HeatmapColumn } from './load-heatmap';

/** A change of one test at one version: what a record is made of. Columns are indexes into the matrix. */
export interface FoundChange {
  kind: RegressionKind;
  product: string;
  /** Key of the row. */
  test: string;
  build: RegressionEntry['build'];
  firstBad: number;
  lastGood: number;
  /** Newest column at the changed level. */
  lastSeen: number;
  /** First column that is back at the level before. */
  fixed: number | null;
  step: LineStep['kind'];
  verdict: FlaggedVerdict;
  ratio: number;
  levelRatio: number;
  band: number;
  p: number;
  explanation: JudgedCell['explanation'];
  reason: ReasonClass;
  /** True for what may be one bad run: it keeps a record that is there, and makes none. */
  onlyIfKnown: boolean;
}

/** Judges one column against another, with the whole column as its family. */
type JudgePair = (base: number, column: number) => CellVerdict[];

/**
 * Changes between releases of one product in a heatmap: every step that the segmentation finds (verdicts.md §3) and that
 * the verdict of its first version against the last good one does not contradict (§2), and what the newest version shows
 * for sure though it is no step yet. Recovery is no improvement, it is a fix.
 *
 * @param matrix of all columns of the heatmap: a family is a whole column
 */
export function findChanges(
  matrix: Matrix<HeatmapColumn>,
  { noise, product }: { noise: Noise; product: string },
): FoundChange[] {
  const lines = changeLines(matrix.columns, product);
  const judge = pairJudge(matrix, noise);
  const all = noiseModels(noise)();
  return matrix.rows.flatMap((row, index) => {
    const { sigma } = all.testNoise(row);
    const found = lines.flatMap((line) => {
      const levels = lineLevels(matrix, index, { line, sigma });
      return lineChanges(matrix, index, { line, levels, judge });
    });
    return found.filter((change) => !isOfMainLine(change, found, matrix.columns));
  });
}

function pairJudge(matrix: Matrix<HeatmapColumn>, noise: Noise): JudgePair {
  const modelWithout = noiseModels(noise);
  const judged = new Map<string, CellVerdict[]>();
  return (base, column) => {
    const key = `${base} ${column}`;
    const known = judged.get(key);
    if (known) return known;
    const sides = [base, column].flatMap((index) => matrix.columns[index] ?? []);
    const cells = judgeCells(matrix, {
      base,
      column,
      metric: 'throughput',
      noise: modelWithout(sides),
      rule: DEFAULT_RULE,
    });
    judged.set(key, cells);
    return cells;
  };
}

interface LineQuestion {
  line: ChangeLine;
  levels: LineLevels;
  judge: JudgePair;
}

function lineChanges(matrix: Matrix<HeatmapColumn>, row: number, question: LineQuestion): FoundChange[] {
  const { line, levels } = question;
  const { sigma } = levels;
  const { steps } = lineSteps(matrix, row, { line, metric: 'throughput', sigma, rule: DEFAULT_RULE });
  const changes = steps.flatMap((step) => stepChange(matrix, row, { ...question, step }) ?? []);
  const newest = newestChange(matrix, row, question);
  const all = newest && !changes.some(({ firstBad }) => firstBad === newest.firstBad) ? [...changes, newest] : changes;
  return all.filter(({ firstBad }) => line.own.has(firstBad));
}

function stepChange(
  matrix: Matrix<HeatmapColumn>,
  row: number,
  { line, levels, judge, step }: LineQuestion & { step: LineStep },
): FoundChange | null {
  const kind: RegressionKind = step.ratio < 1 ? 'regression' : 'improvement';
  const segment = segmentAt(levels, step.column);
  if (kind === 'improvement' && !isNewHigh(levels, segment)) return null;
  const cell = judge(step.previous, step.column)[row];
  if (!cell || cell.verdict === 'missing') return null;
  const verdict = stepVerdict(cell, step, kind);
  if (verdict === null) return null;
  const fixed = step.back ?? recoveryAfter(levels, segment);
  const isSame = Math.sign(cell.x) === Math.sign(Math.log(step.ratio));
  const isolated = step.kind === 'isolated';
  return {
    ...describe(matrix, row, { line, levels, cell, fixed }),
    kind,
    firstBad: step.column,
    lastGood: step.previous,
    step: step.kind,
    verdict: isolated ? `possible ${kind}` : verdict,
    // The level may have moved without its first version: then the level is what there is to say.
    ratio: isSame ? Math.exp(cell.x) : step.ratio,
    levelRatio: step.ratio,
    onlyIfKnown: isolated && (kind === 'improvement' || !isSure(cell.verdict)),
  };
}

/**
 * The verdict of the first version where it names this change; `possible` where only the level, over several versions,
 * shows 5% or more; null otherwise.
 */
function stepVerdict(cell: JudgedCell, step: LineStep, kind: RegressionKind): FlaggedVerdict | null {
  const word = kind === 'regression' ? 'slower' : 'faster';
  if (verdictDirection(cell.verdict) === word) return cell.verdict as FlaggedVerdict;
  const isBig = Math.abs(Math.log(step.ratio)) >= logLoss(DEFAULT_RULE.big);
  return step.kind === 'step' && isBig ? `possible ${kind}` : null;
}

/** What the newest version shows for sure against the one before, where more versions are needed to make a step of it. */
function newestChange(
  matrix: Matrix<HeatmapColumn>,
  row: number,
  { line, levels, judge }: LineQuestion,
): FoundChange | null {
  const [previous, newest] = levels.columns.slice(-2);
  if (previous === undefined || newest === undefined) return null;
  const cell = judge(previous, newest)[row];
  if (!cell || cell.verdict === 'missing' || !isSure(cell.verdict)) return null;
  const kind: RegressionKind = cell.x < 0 ? 'regression' : 'improvement';
  const least = logLoss(DEFAULT_RULE.delta);
  const y = levels.y.at(-1) ?? 0;
  // A lucky run before it, or a way back up, is no change of this version.
  const level = levels.y.slice(levels.segments.at(-1)?.start ?? 0, -1);
  const middle = level.reduce((sum, value) => sum + value, 0) / level.length;
  if (kind === 'regression' && !(middle - y >= least)) return null;
  if (kind === 'improvement' && levels.y.slice(0, -1).some((value) => y - value < least)) return null;
  return {
    ...describe(matrix, row, { line, levels, cell, fixed: null }),
    kind,
    firstBad: newest,
    lastGood: previous,
    step: 'last',
    verdict: cell.verdict,
    ratio: Math.exp(cell.x),
    levelRatio: Math.exp(cell.x),
    onlyIfKnown: false,
  };
}

function describe(
  matrix: Matrix<HeatmapColumn>,
  row: number,
  { line, levels, cell, fixed }: { line: ChangeLine; levels: LineLevels; cell: JudgedCell; fixed: number | null },
) {
  const end = fixed === null ? levels.columns.length : levels.columns.indexOf(fixed);
  return {
    product: line.product,
    test: matrix.rows[row]?.key ?? '',
    build: line.build,
    lastSeen: levels.columns[end - 1] ?? 0,
    fixed,
    band: cell.band,
    p: cell.p,
    explanation: isFlagged(cell.verdict) ? cell.explanation : null,
    reason: reasonClass(cell.explanation),
  };
}

/** What a config shows at a version is the version's when the main line shows it there too: one row, not one for each. */
function isOfMainLine(
  change: FoundChange,
  found: readonly FoundChange[],
  columns: readonly HeatmapColumn[],
): boolean {
  if (change.build === null) return false;
  const version = (index: number) => columns[index]?.version;
  return found.some(
    (main) =>
      main.build === null &&
      main.kind === change.kind &&
      version(main.firstBad) === version(change.firstBad),
  );
}
