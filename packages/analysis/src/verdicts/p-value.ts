import type { RoundsEstimate } from '../rounds/rounds';
import { twoSidedQuantile, twoSidedT } from '../statistics/student-t';
import type { OwnError } from './noise/repeat-noise';
import { DEFAULT_RULE, type Rule } from './rule';

/** One compared cell: x = ln(version / base), better is positive. */
export interface ComparedCell {
  x: number;
  /** SD of ln r of two single runs of this test on this server when nothing changed. */
  sigma: number;
  /** Repeats behind the two medians. */
  baseRuns: number;
  versionRuns: number;
  /** Number of independent runs that equal them, for base and version; left out: the numbers of runs. */
  worth?: readonly [base: number, version: number];
  /** By the repeats of both sides themselves; missing or null: they are too few. */
  own?: OwnError | null;
}

/** A change and how well it is known: by the noise of its test, or by interleaved rounds. */
export type MeasuredChange = ComparedCell | RoundsEstimate;

/**
 * se = s × sqrt((1/kb + 1/kv) / 2): the noise of a ratio of two medians (docs/method.md §2.5). With one run on each side
 * it is sigma itself.
 */
export function standardError({ sigma, baseRuns, versionRuns, worth, own }: Omit<ComparedCell, 'x'>): number {
  if (own) return own.se;
  const [base, version] = worth ?? [baseRuns, versionRuns];
  return sigma * Math.sqrt((1 / base + 1 / version) / 2);
}

/**
 * P(|T| > |t|) of Student's t with 4 degrees of freedom, in closed form (docs/method.md §2.5):
 * 1 - 0.75 × (t / √w) × (1 - t² / (12 w)) with w = 1 + t²/4. Far out the difference is lost in rounding: never under 0.
 */
export function twoSidedT4(t: number): number {
  const size = Math.abs(t);
  const w = 1 + (size * size) / 4;
  return Math.max(0, 1 - 0.75 * (size / Math.sqrt(w)) * (1 - (size * size) / (12 * w)));
}

/**
 * How often nothing but noise gives a change this large: P(|T4| > |x / se| / 0.85) (docs/method.md §2.5); of rounds, their own spread (§11).
 */
export function pValue(cell: MeasuredChange, rule: Rule = DEFAULT_RULE): number {
  if ('se' in cell) return cell.p;
  if (cell.own) return twoSidedT((cell.x + cell.own.offset) / cell.own.se, cell.own.df);
  return twoSidedT4(cell.x / standardError(cell) / rule.tailScale);
}

/** Half width of the band that holds 95% of the noise: 2.36 × se (docs/method.md §2.5); of rounds, of their interval. */
export function noiseBand(cell: Omit<ComparedCell, 'x'> | RoundsEstimate, rule: Rule = DEFAULT_RULE): number {
  if ('se' in cell) return (cell.high - cell.low) / 2;
  if (cell.own) return twoSidedQuantile(0.05, cell.own.df) * cell.own.se;
  return rule.bandFactor * standardError(cell);
}

/** Two-sided 10% is one-sided 5%. */
const ONE_SIDED = 0.1;

/** How far beyond x the truth may lie, one-sided 95%: 1.81 × se; of rounds t(.95, n - 1) × se. */
export function noChangeReach(cell: MeasuredChange, rule: Rule = DEFAULT_RULE): number {
  if ('se' in cell) return twoSidedQuantile(ONE_SIDED, cell.n - 1) * cell.se;
  if (cell.own) return twoSidedQuantile(ONE_SIDED, cell.own.df) * cell.own.se;
  return rule.noChangeFactor * standardError(cell);
}
