import type { Matrix } from '../../matrix/matrix';
import type { RoundsEstimate } from '../../rounds/rounds';
import type { NoiseModel } from '../noise/noise-model';
import { type ComparedCell, standardError } from '../p-value';
import { logLoss, type Rule } from '../rule';
import type { VerdictChange } from '../verdict';

/** More runs that would settle a cell. */
export interface Remedy {
  /** Of interleaved rounds, both sides have as many; with nights the version gets them, and the base runs. */
  unit: 'runs' | 'rounds' | 'nights';
  base: number;
  version: number;
  /** Measured time of all of them together; null: the time of a test is not known. */
  minutes: number | null;
  /** True where runs of one session do not count: the machine may be used by others, and its noise is not known. */
  isOtherDay: boolean;
}

/** More nights than this are not asked for. */
export const MOST_NIGHTS = 60;

/**
 * `too many`: more runs, or nights, than the rule asks for. `disagree`: the runs are enough, and it is open all the same.
 * `closed`: of two levels of nights that have ended.
 */
export type RemedyRefusal = 'too many' | 'too many nights' | 'disagree' | 'closed';

/** A cell that is open, and the reason. */
interface OpenCell extends ComparedCell {
  rounds: RoundsEstimate | null;
  steal: number | null;
  changedBy: VerdictChange | null;
}

interface Question {
  base: number;
  column: number;
  noise: Pick<NoiseModel, 'canBeSure' | 'isDedicated'>;
  rule: Rule;
}

/**
 * The runs that settle an open cell in the least time, as docs/method.md §3.6 has it.
 *
 * @returns null where runs alone do not: the whole machine moved, or the host withheld the CPU
 */
export function findRemedy(
  { runSeconds }: Pick<Matrix<unknown>, 'runSeconds'>,
  cell: OpenCell,
  { base, column, noise, rule }: Question,
): Remedy | RemedyRefusal | null {
  if (cell.steal !== null || cell.changedBy === 'host' || cell.changedBy === 'failures') return null;
  const seconds: Sides = [runSeconds?.[base] ?? null, runSeconds?.[column] ?? null];
  if (cell.rounds) return roundsRemedy(cell.rounds, seconds, rule);
  const least = {
    // The guard does not apply to repeats that speak for themselves.
    together: cell.changedBy === 'guard' && noise.isDedicated ? rule.repeatLeast + 2 : 2,
    each: leastRuns(cell, noise, rule),
  };
  return cheapestRuns(cell, { seconds, least, isOtherDay: !noise.canBeSure }, rule);
}

function leastRuns({ changedBy }: OpenCell, noise: Question['noise'], rule: Rule): number {
  if (noise.isDedicated) return changedBy === 'evidence' ? 2 : 1;
  if (changedBy === 'guard') return rule.sessionsLeast;
  return noise.canBeSure ? 1 : 2;
}

/** Of the base, and of the version. */
export type Sides = readonly [base: number | null, version: number | null];

interface Limits {
  seconds: Sides;
  /** Runs that a sure change needs, whatever its noise. */
  least: { together: number; each: number };
  isOtherDay: boolean;
}

function cheapestRuns(cell: OpenCell, { seconds, least, isOtherDay }: Limits, rule: Rule) {
  const { baseRuns, versionRuns } = cell;
  const errorOf = standardErrorOf(cell);
  const isSettled = (base: number, version: number) => {
    const isAllowed = base + version >= least.together && Math.min(base, version) >= least.each;
    return settles(cell.x, errorOf(base, version), rule, isAllowed);
  };
  if (isSettled(baseRuns, versionRuns)) return 'disagree';
  const isTimed = !seconds.includes(null);
  const found: { base: number; version: number; cost: number }[] = [];
  // A side without repeats gets at most as many runs as the rule asks for. More runs never unsettle a cell: each number of
  // the base is tried with the fewest of the version, which fall as the base gets more.
  let version = rule.settleCap;
  for (let base = 0; base < rule.settleCap; base++) {
    while (version > 0 && isSettled(baseRuns + base, versionRuns + version - 1)) version--;
    if (version === rule.settleCap) continue;
    const cost = isTimed ? (secondsOf([base, version], seconds) ?? 0) : base + version;
    found.push({ base, version, cost });
  }
  const [best] = found.sort(
    (a, b) =>
      a.cost - b.cost ||
      a.base + a.version - b.base - b.version ||
      Math.max(a.base, a.version) - Math.max(b.base, b.version) ||
      a.base - b.base,
  );
  if (!best) return 'too many';
  const runs = { base: best.base, version: best.version };
  return {
    unit: 'runs',
    ...runs,
    minutes: minutesOf([best.base, best.version], seconds),
    isOtherDay,
  } as const;
}

/** Standard error of the change for other numbers of runs; where repeats tell it, in proportion to what they say. */
function standardErrorOf(cell: ComparedCell) {
  const { sigma, baseRuns, versionRuns } = cell;
  const plain = (base: number, version: number) => sigma * Math.sqrt((1 / base + 1 / version) / 2);
  const known = plain(baseRuns, versionRuns);
  const factor = known === 0 ? 1 : standardError(cell) / known;
  return (base: number, version: number) => factor * plain(base, version);
}

/** True where x is far enough from 0, or from the size that readers call a regression (docs/method.md §3.6). */
export function settles(x: number, error: number, rule: Rule, canBeSure = true): boolean {
  const size = Math.abs(x);
  const ratio = Math.exp(x);
  const isVisible = ratio <= 1 - rule.delta || ratio >= 1 + rule.delta;
  if (canBeSure && isVisible && rule.settleFactor * error <= size) return true;
  return size + rule.noChangeFactor * error <= logLoss(rule.big);
}

/** More rounds than this are not asked for. */
const MOST_ROUNDS = 200;

function roundsRemedy({ x, se, n }: RoundsEstimate, seconds: Sides, rule: Rule): Remedy | RemedyRefusal {
  for (let more = 1; more <= MOST_ROUNDS; more++) {
    if (!settles(x, se * Math.sqrt(n / (n + more)), rule)) continue;
    const minutes = minutesOf([more, more], seconds);
    return { unit: 'rounds', base: more, version: more, minutes, isOtherDay: false };
  }
  return 'too many';
}

const S_PER_MINUTE = 60;

/** Of so many more runs of each side; null where the time of one is not known. */
export function minutesOf(runs: readonly [base: number, version: number], seconds: Sides): number | null {
  const all = secondsOf(runs, seconds);
  return all === null ? null : all / S_PER_MINUTE;
}

/** Null where a side with runs has no known time. */
function secondsOf([base, version]: readonly [number, number], [ofBase, ofVersion]: Sides): number | null {
  if ((base > 0 && ofBase === null) || (version > 0 && ofVersion === null)) return null;
  return base * (ofBase ?? 0) + version * (ofVersion ?? 0);
}
