import {
  type CellVerdict,
  DEFAULT_RULE,
  firstOfTail,
  isFlagged,
  isJudged,
  isSure,
  type JudgedCell,
  judgeCells,
  type LineStep,
  lineSteps,
  logLoss,
  type Matrix,
  type Noise,
  noiseModels,
  type ReasonClass,
  reasonClass,
  type Verdict,
  type VersionState,
  verdictDirection,
} from '@basecase/analysis';
import type { FlaggedVerdict, RegressionEntry, RegressionKind } from '../../types/regressions';
import type { HeatmapColumn } from '../load-heatmap';
import { isSeries } from '../series/store-series';
import { type ChangeLine, changeLines } from './change-lines';
import {
  cutLevels,
  fallsApart,
  isNewHigh,
  type LineLevels,
  lineLevels,
  recoveryAfter,
  segmentAt,
} from './line-levels';

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
 * Changes between releases of one product in a heatmap: every step that the segmentation finds (docs/method.md §4.3)
 * and that the verdict of its first version against the last good one does not contradict (§4.5), and sure verdicts if
 * the series is too short for a step. Recovery is not an improvement, it is a fix.
 *
 * @param matrix of all columns of the heatmap: a family is a whole column
 */
export function findChanges(
  matrix: Matrix<HeatmapColumn>,
  { noise, product }: { noise: Noise; product: string },
): FoundChange[] {
  // Long histories are judged as such, with their own noise.
  const lines = changeLines(matrix.columns, product).filter((line) => !isSeries(line));
  const modelWithout = noiseModels(noise);
  const judge = pairJudge(matrix, modelWithout);
  const all = modelWithout();
  return matrix.rows.flatMap((row, index) => {
    const { sigma } = all.testNoise(row);
    const found = lines.flatMap((line) => {
      const levels = lineLevels(matrix, index, { line, sigma });
      return lineChanges(matrix, index, { line, levels, judge });
    });
    return found.filter((change) => !isOfMainLine(change, found, matrix.columns));
  });
}

/** @param modelWithout the noise without the pairs that share a run with some columns */
export function pairJudge(
  matrix: Matrix<HeatmapColumn>,
  modelWithout: ReturnType<typeof noiseModels>,
): JudgePair {
  const judged = new Map<string, CellVerdict[]>();
  return (base, column) => {
    const key = `${base} ${column}`;
    const known = judged.get(key);
    if (known) return known;
    const noise = modelWithout([column, base].flatMap((index) => matrix.columns[index] ?? []));
    const { cells } = judgeCells(matrix, { base, column, metric: 'throughput', noise, rule: DEFAULT_RULE });
    judged.set(key, cells);
    return cells;
  };
}

/** The question about a line. */
interface LineQuestion {
  line: ChangeLine;
  levels: LineLevels;
  judge: JudgePair;
}

/** A step of a line, whoever found it. `ratio` is that of the levels. */
type Step = Pick<LineStep, 'column' | 'previous' | 'ratio' | 'kind' | 'back'>;

function lineChanges(matrix: Matrix<HeatmapColumn>, row: number, question: LineQuestion): FoundChange[] {
  const { line, levels } = question;
  const { sigma } = levels;
  const { steps } = lineSteps(matrix, row, { line, metric: 'throughput', sigma, rule: DEFAULT_RULE });
  const places = surePlaces(row, question);
  const cut = cutLevels(levels, places);
  const found = [
    ...steps.map((step) => (places.length === 0 ? step : withLevelsOf(step, cut))),
    ...places.flatMap((place) => stepAt(cut, place)),
  ];
  return found.flatMap((step) => {
    const shown = fromFirstBad(row, step, { judge: question.judge, levels: cut });
    return toChange(matrix, row, { ...question, levels: cut, step: shown }) ?? [];
  });
}

/**
 * A level may begin at a version that does not show it by itself yet. The change then begins at the first version from
 * which on every version of the level shows it, against the oldest version of the level before, as in the heatmap
 * (docs/method.md §4.4), if that is a step by itself.
 */
function fromFirstBad(row: number, step: Step, { judge, levels }: Omit<LineQuestion, 'line'>): Step {
  const index = segmentAt(levels, step.column);
  const [before, segment] = [levels.segments[index - 1], levels.segments[index]];
  const base = levels.columns[before?.start ?? -1];
  if (!segment || base === undefined || step.kind === 'isolated') return step;
  const own = levels.columns.slice(segment.start, segment.end);
  const states = own.map((column): VersionState => {
    const verdict = judge(base, column)[row]?.verdict ?? 'missing';
    if (verdictDirection(verdict) !== (step.ratio < 1 ? 'slower' : 'faster')) return 'no';
    return isSure(verdict) ? 'sure' : 'likely';
  });
  const first = firstOfTail(states) ?? 0;
  const [column, previous] = [own[first], own[first - 1]];
  if (column === undefined || previous === undefined) return step;
  const cell = judge(previous, column)[row];
  const isStep = cell && isJudged(cell) && Math.abs(cell.x) >= logLoss(DEFAULT_RULE.delta);
  return isStep ? { ...step, column, previous } : step;
}

/**
 * Places where no step was found and the verdict is sure all the same: the family of a column sees what a series of few
 * versions, or one on a server that nothing is known of, can't. Only where a level falls apart there.
 */
function surePlaces(row: number, { levels, judge }: LineQuestion): number[] {
  const { columns } = levels;
  return columns.flatMap((column, place) => {
    const previous = columns[place - 1];
    if (previous === undefined) return [];
    const cell = judge(previous, column)[row];
    if (!cell || !isJudged(cell) || !isSure(cell.verdict)) return [];
    return fallsApart(levels, place, cell.x) ? [place] : [];
  });
}

function stepAt({ columns, segments }: LineLevels, place: number): Step[] {
  const index = segments.findIndex(({ start }) => start === place);
  const [own, before] = [segments[index], segments[index - 1]];
  const [column, previous] = [columns[place], columns[place - 1]];
  if (!own || !before || column === undefined || previous === undefined) return [];
  const isLast = index === segments.length - 1 && own.runs < 2;
  return [
    {
      column,
      previous,
      ratio: Math.exp(own.level - before.level),
      kind: isLast ? 'last' : 'step',
      back: null,
    },
  ];
}

/** A step of the segmentation where one of its levels was cut since. */
function withLevelsOf(step: LineStep, levels: LineLevels): Step {
  const [cut] = stepAt(levels, levels.columns.indexOf(step.column));
  return step.kind === 'isolated' || !cut ? step : { ...step, ratio: cut.ratio };
}

function toChange(
  matrix: Matrix<HeatmapColumn>,
  row: number,
  { line, levels, judge, step }: LineQuestion & { step: Step },
): FoundChange | null {
  if (Math.abs(Math.log(step.ratio)) < logLoss(DEFAULT_RULE.delta)) return null;
  const kind: RegressionKind = step.ratio < 1 ? 'regression' : 'improvement';
  const segment = segmentAt(levels, step.column);
  if (kind === 'improvement' && !isNewHigh(levels, segment)) return null;
  const cell = judge(step.previous, step.column)[row];
  if (!cell || !isJudged(cell) || (kind === 'improvement' && cell.failed)) return null;
  const verdict = stepVerdict(cell, step, kind);
  if (verdict === null) return null;
  const fixed = step.back ?? recoveryAfter(levels, segment);
  const end = fixed === null ? levels.columns.length : levels.columns.indexOf(fixed);
  const isSame = cell.x !== 0 && Math.sign(cell.x) === Math.sign(Math.log(step.ratio));
  const isolated = step.kind === 'isolated';
  return {
    kind,
    product: line.product,
    test: matrix.rows[row]?.key ?? '',
    build: line.build,
    firstBad: step.column,
    lastGood: step.previous,
    lastSeen: levels.columns[end - 1] ?? step.column,
    fixed,
    step: step.kind,
    // Too few nights to know their noise: nothing is sure before there is a series.
    verdict: isolated || line.nights ? `possible ${kind}` : verdict,
    // The level may have moved without its first version: then the level is what there is to say.
    ratio: isSame ? Math.exp(cell.x) : step.ratio,
    levelRatio: step.ratio,
    band: cell.band,
    p: cell.p,
    explanation: cell.explanation,
    reason: reasonClass(cell.explanation),
    onlyIfKnown: isolated && (kind === 'improvement' || !isSure(cell.verdict)),
  };
}

/**
 * The verdict of the first version where it names this change; `possible` where only the level, over several versions,
 * shows 5% or more; null otherwise.
 */
function stepVerdict(cell: JudgedCell, step: Step, kind: RegressionKind): FlaggedVerdict | null {
  const direction = kind === 'regression' ? 'slower' : 'faster';
  const { verdict } = cell;
  if (isFlaggedVerdict(verdict) && verdictDirection(verdict) === direction) return verdict;
  const isBig = Math.abs(Math.log(step.ratio)) >= logLoss(DEFAULT_RULE.big);
  return step.kind === 'step' && isBig ? `possible ${kind}` : null;
}

function isFlaggedVerdict(verdict: Verdict): verdict is FlaggedVerdict {
  return isFlagged(verdict);
}

/** A change in another line belongs to the version if the main line shows it there too: one row, not one per line. */
function isOfMainLine(
  change: FoundChange,
  found: readonly FoundChange[],
  columns: readonly HeatmapColumn[],
): boolean {
  if (change.build === null) return false;
  const version = (index: number) => columns[index]?.version;
  return found.some(
    (main) =>
      main.build === null && main.kind === change.kind && version(main.firstBad) === version(change.firstBad),
  );
}
