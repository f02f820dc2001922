import {
  comparedChange,
  DEFAULT_RULE,
  findSegments,
  logLoss,
  type Matrix,
  type ReleaseLine,
  type Rule,
  type Segment,
} from '@basecase/analysis';

/** Levels of one test along a line, as the engine's steps have them. */
export interface LineLevels {
  /** Columns with a value, in release order. */
  columns: number[];
  /** ln throughput of each, relative to the first. */
  y: number[];
  sigma: number;
  segments: Segment[];
}

/** Values of a test along a line, cut into levels (verdicts.md §3). Columns in which it is missing are stepped over. */
export function lineLevels(
  matrix: Matrix<unknown>,
  row: number,
  { line, sigma }: { line: Pick<ReleaseLine, 'columns'>; sigma: number },
): LineLevels {
  const columns: number[] = [];
  const y: number[] = [];
  for (const column of line.columns) {
    const base = columns[0] ?? column;
    const change = comparedChange(matrix, { row, base, column, metric: 'throughput' });
    if (typeof change !== 'number') continue;
    columns.push(column);
    y.push(change);
  }
  const runs = columns.map((column) => Math.max(1, matrix.repeats[row]?.[column] ?? 1));
  return { columns, y, sigma, segments: findSegments({ y, sigma, runs }) };
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
export function recoveryAfter(
  { columns, segments, sigma }: LineLevels,
  changed: number,
  rule: Rule = DEFAULT_RULE,
): number | null {
  const [before, own] = [segments[changed - 1], segments[changed]];
  if (!before || !own) return null;
  const back = segments.slice(changed + 1).find((later) => {
    const undone = (later.level - own.level) / (before.level - own.level);
    const noise = Math.sqrt(rule.beta) * sigma * Math.sqrt((1 / before.runs + 1 / later.runs) / 2);
    // Past the level before is back as well: `left` is what is missing, in the direction of the change.
    const left = (before.level - later.level) * Math.sign(before.level - own.level);
    return undone >= 0.5 && left <= Math.max(logLoss(rule.delta), noise);
  });
  return back ? (columns[back.start] ?? null) : null;
}

/** True when a segment rises above every level before it: what only comes back up is no improvement. */
export function isNewHigh({ segments }: LineLevels, index: number, rule: Rule = DEFAULT_RULE): boolean {
  const own = segments[index];
  if (!own) return false;
  return segments.slice(0, index).every(({ level }) => own.level - level >= logLoss(rule.delta));
}
