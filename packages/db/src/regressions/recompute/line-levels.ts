import {
  DEFAULT_RULE,
  findSegments,
  judgedChange,
  logLoss,
  type Matrix,
  type ReleaseLine,
  type Segment,
} from '@basecase/analysis';

/** Levels of one test along a line, as the engine's steps have them. */
export interface LineLevels {
  /** Columns with a value, in release order. */
  columns: number[];
  /** ln throughput of each, relative to the first. */
  y: number[];
  /** Runs behind each. */
  runs: number[];
  sigma: number;
  segments: Segment[];
}

/**
 * Values of a test along a line, cut into levels (docs/method.md §4.2). Columns in which it is missing are stepped
 * over.
 */
export function lineLevels(
  matrix: Matrix<unknown>,
  row: number,
  { line, sigma }: { line: Pick<ReleaseLine, 'columns'>; sigma: number },
): LineLevels {
  const columns: number[] = [];
  const y: number[] = [];
  for (const column of line.columns) {
    const base = columns[0] ?? column;
    const change = judgedChange(matrix, { row, base, column, metric: 'throughput' });
    if (typeof change !== 'number') continue;
    columns.push(column);
    y.push(change);
  }
  const runs = columns.map((column) => Math.max(1, matrix.repeats[row]?.[column] ?? 1));
  return { columns, y, runs, sigma, segments: findSegments({ y, sigma, runs }) };
}

/**
 * The same levels with more cuts.
 *
 * @param places indexes into `columns` at which a level begins, too
 */
export function cutLevels(levels: LineLevels, places: readonly number[]): LineLevels {
  const starts = new Set([...levels.segments.map(({ start }) => start), ...places]);
  const ordered = [...starts].sort((a, b) => a - b);
  const segments = ordered.map((start, index) =>
    toSegment(levels, start, ordered[index + 1] ?? levels.columns.length),
  );
  return { ...levels, segments };
}

/** Mean of some versions, weighted by their runs: the level of the segmentation. */
function toSegment({ y, runs }: LineLevels, start: number, end: number): Segment {
  const count = runs.slice(start, end).reduce((sum, own) => sum + own, 0);
  const total = y
    .slice(start, end)
    .reduce((sum, value, index) => sum + value * (runs[start + index] ?? 1), 0);
  return { start, end, level: total / count, runs: count };
}

/**
 * True when a level that was taken for one falls apart at a place: the means before and after it differ by 3% and by
 * half of what the verdict saw there, so that neither a lucky run before it nor an unlucky one at it is all there is.
 *
 * @param x ln ratio of the two versions at the place
 */
export function fallsApart(levels: LineLevels, place: number, x: number): boolean {
  const around = levels.segments.find(({ start, end }) => place > start && place < end);
  if (!around) return false;
  const before = toSegment(levels, around.start, place);
  const after = toSegment(levels, place, around.end);
  const d = after.level - before.level;
  return d * x > 0 && Math.abs(d) >= Math.max(logLoss(DEFAULT_RULE.delta), Math.abs(x) / 2);
}

/** Index of the segment that holds a column; -1 when the column has no value. */
export function segmentAt({ columns, segments }: LineLevels, column: number): number {
  const place = columns.indexOf(column);
  return segments.findIndex(({ start, end }) => place >= start && place < end);
}

/**
 * The first column that is back at the level before a change: at least half of the change is undone, as for an isolated
 * run, and what is left is within max(3%, √16 × s × √((1/nb + 1/nn) / 2)), as for a new level after one.
 *
 * @param changed index of the segment that the change began
 * @returns null when no later level is back
 */
export function recoveryAfter({ columns, segments, sigma }: LineLevels, changed: number): number | null {
  const [before, own] = [segments[changed - 1], segments[changed]];
  if (!before || !own) return null;
  const back = segments.slice(changed + 1).find((later) => {
    const undone = (later.level - own.level) / (before.level - own.level);
    const noise = Math.sqrt(DEFAULT_RULE.beta) * sigma * Math.sqrt((1 / before.runs + 1 / later.runs) / 2);
    // Past the level before is back as well: `left` is what is missing, in the direction of the change.
    const left = (before.level - later.level) * Math.sign(before.level - own.level);
    return undone >= 0.5 && left <= Math.max(logLoss(DEFAULT_RULE.delta), noise);
  });
  return back ? (columns[back.start] ?? null) : null;
}

/** True when a segment rises above every level before it: a mere recovery is not an improvement. */
export function isNewHigh({ segments }: LineLevels, index: number): boolean {
  const own = segments[index];
  if (!own) return false;
  return segments.slice(0, index).every(({ level }) => own.level - level >= logLoss(DEFAULT_RULE.delta));
}
