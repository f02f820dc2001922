import { type Certainty, certaintyOf } from '../certainty/certainty';
import type { Matrix } from '../matrix/matrix';
import { groupBy } from '../statistics/group-by';
import { type CellVerdict, isJudged, type JudgedCell, noiseBand, type VerdictColumn } from '../verdicts';
import { judgeColumn } from '../verdicts/judge-column';
import { type JudgedPair, judgePair } from '../verdicts/judge-pair';
import type { NoiseModels } from '../verdicts/noise/noise-model';
import type { KnownNoise } from '../verdicts/noise/noise-types';
import type { ComparedCell } from '../verdicts/p-value';
import { DEFAULT_RULE, logLoss } from '../verdicts/rule';
import { type ChangeDirection, isFlagged, isSure, type Verdict, verdictDirection } from '../verdicts/verdict';

/** What varies: the number of clients, or a numeric setting of the config. */
export type SweepAxis = 'clients' | `config.${string}`;

/** A row of a sweep: a test at one value of the axis. */
export interface SweepPoint {
  test: string;
  at: number;
}

/** One workload at several values of an axis: the rows of its matrix are tests × values. */
export interface Sweep<Column extends VerdictColumn = VerdictColumn> {
  axis: SweepAxis;
  matrix: Matrix<Column>;
  /** Of each row; those of one test in order of their values. */
  points: readonly SweepPoint[];
  /** Of the whole sweep: a repeat of it is one run. */
  noise: KnownNoise;
}

/** A point that was judged. */
export interface SweepCell {
  /** Of the matrix. */
  row: number;
  at: number;
  verdict: CellVerdict;
  /** Null: not measured on one of the sides. */
  certainty: Certainty | null;
  /** True: within the noise by itself, but the points after it agree. */
  isPooled: boolean;
}

/** A change over part of the axis. */
export interface SweepChange {
  direction: ChangeDirection;
  certainty: Certainty;
  /** `from`: up to the last value; `some`: here and there. */
  reach: 'everywhere' | 'from' | 'some';
  cells: (SweepCell & { verdict: JudgedCell })[];
  /** Of its points together, as ln of the ratio. */
  x: number;
}

/** One test of a sweep, judged. */
export interface SweepTest {
  key: string;
  cells: SweepCell[];
  changes: SweepChange[];
}

export interface JudgedSweep {
  tests: SweepTest[];
  pair: JudgedPair;
}

/**
 * Verdicts of one version of a sweep against another (docs/method.md §3.9). Tests × values are one family, judged by the
 * rule of heatmaps. The points from one value to the last are then pooled: their mean change against the noise of
 * all of their runs, by the same rule, with a family of one for each value that the change may begin at.
 */
export function judgeSweep(
  { matrix, points, noise }: Sweep,
  {
    base,
    column,
    models = noise,
  }: { base: number; column: number; models?: KnownNoise | NoiseModels | undefined },
): JudgedSweep {
  const pair = judgePair(matrix, { base, column, noise: models, vanished: 'never' });
  const cells = points.map(({ test, at }, row): SweepCell & SweepPoint => {
    const verdict = pair.cells[row] ?? { verdict: 'missing', mark: 'missing', reason: 'not recorded' };
    return {
      test,
      row,
      at,
      verdict,
      certainty: isJudged(verdict) ? certaintyOf(verdict.verdict) : null,
      isPooled: false,
    };
  });
  const tests = [...groupBy(cells, ({ test }) => test)].map(([key, own]): SweepTest => {
    const least = own.flatMap(({ row }) => matrix.rows[row] ?? []).map((row) => pair.noise.leastSure(row));
    const changes = base === column ? [] : changesOf(own, Math.max(0, ...least));
    return { key, changes, cells: own.map((cell) => withPooled(cell, changes)) };
  });
  return { tests, pair };
}

/** Neighbours make a point likely, never sure. */
function withPooled({ row, at, ...cell }: SweepCell, changes: readonly SweepChange[]): SweepCell {
  const isPart = changes.some(
    ({ certainty, cells }) => certainty !== 'noise' && cells.some((other) => other.row === row),
  );
  const isPooled = isPart && cell.certainty === 'noise';
  return {
    ...{ row, at, verdict: cell.verdict, isPooled },
    certainty: isPooled ? 'likely' : cell.certainty,
  };
}

type Compared = SweepChange['cells'][number];

/** @param leastSure |x| from which a change may be sure on this machine */
function changesOf(cells: readonly SweepCell[], leastSure: number): SweepChange[] {
  const compared = cells.filter((cell): cell is Compared => isJudged(cell.verdict));
  const tail = tailOf(compared, leastSure);
  const others = compared.filter((cell) => !tail?.cells.includes(cell));
  const flagged = (['slower', 'faster'] as const).flatMap((direction): SweepChange[] => {
    const own = others.filter(({ verdict }) => verdictDirection(verdict.verdict) === direction);
    if (own.length === 0) return [];
    const certainty = own.some((cell) => cell.certainty === 'sure') ? 'sure' : 'likely';
    return [{ direction, certainty, reach: 'some', cells: own, x: pool(own).x }];
  });
  // A tail within the noise is worth a word only where nothing else is.
  const isWorthIt = tail !== null && (tail.certainty !== 'noise' || flagged.length === 0);
  return [...(isWorthIt ? [tail] : []), ...flagged];
}

/** The longest run of points up to the last that all changed the same way; null where they change by less than 5%. */
function tailOf(compared: readonly Compared[], leastSure: number): SweepChange | null {
  const last = compared.at(-1);
  if (!last) return null;
  const direction: ChangeDirection = last.verdict.x < 0 ? 'slower' : 'faster';
  const from = compared.findLastIndex((cell) => !isMoved(cell, direction)) + 1;
  const cells = compared.slice(from);
  if (cells.length === 0) return null;
  const pooled = compared.map((_, start) => pool(compared.slice(start)));
  const { x } = pooled[from] ?? { x: 0 };
  const verdict =
    judgeColumn(pooled, { ...DEFAULT_RULE, commonTests: Number.POSITIVE_INFINITY }).verdicts[from] ??
    'unclear';
  const certainty = tailCertainty(cells, verdict, Math.abs(x) >= leastSure);
  if (certainty === 'noise' && Math.abs(x) < logLoss(DEFAULT_RULE.big)) return null;
  const reach = from > 0 ? 'from' : compared.length > 1 ? 'everywhere' : 'some';
  return { direction, certainty, reach, cells, x };
}

/** By 3% or more, and not shown to be smaller than 5%; a point that is faster with more failures has not moved. */
function isMoved({ verdict }: Compared, direction: ChangeDirection): boolean {
  const { big, delta } = DEFAULT_RULE;
  const r = Math.exp(verdict.x);
  const isSameWay = direction === 'slower' ? r <= 1 - delta : r >= 1 + delta;
  return (
    isSameWay &&
    (verdict.verdict !== 'no change' || Math.abs(verdict.x) > logLoss(big)) &&
    verdict.steal === null &&
    verdict.changedBy !== 'failures'
  );
}

function tailCertainty(cells: readonly Compared[], pooled: Verdict, canBeSure: boolean): Certainty {
  if (cells.some(({ certainty }) => certainty === 'sure')) return 'sure';
  // The steps after the statistics (docs/method.md §3.3, §3.7) hold for the points together as for each.
  const isHeldBack = cells.some(
    ({ verdict: { changedBy } }) => changedBy !== null && changedBy !== 'support',
  );
  if (isSure(pooled) && canBeSure && !isHeldBack) return 'sure';
  return isFlagged(pooled) || cells.some(({ certainty }) => certainty === 'likely') ? 'likely' : 'noise';
}

/** Several points as one: their mean, weighted by how well each is known. */
function pool(cells: readonly Compared[]): ComparedCell {
  const weights = cells.map(({ verdict }) => (DEFAULT_RULE.bandFactor / verdict.band) ** 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const x = cells.reduce((total, { verdict }, index) => total + verdict.x * (weights[index] ?? 0), 0) / sum;
  return { x, sigma: 1 / Math.sqrt(sum), baseRuns: 1, versionRuns: 1 };
}

/** Half width of the noise of the pooled points, as `band` of a cell. */
export function pooledBand(change: Pick<SweepChange, 'cells'>): number {
  return noiseBand(pool(change.cells));
}
