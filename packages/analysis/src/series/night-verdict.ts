import { judgeColumn } from '../verdicts/judge-column';
import { type ComparedCell, noiseBand, pValue } from '../verdicts/p-value';
import { DEFAULT_RULE } from '../verdicts/rule';
import { isSure, type Verdict } from '../verdicts/verdict';
import type { SeriesVerdict } from './series';
import { meanVariance } from './series-noise';
import { SERIES_RULE } from './series-rule';

/** The base of nights: a release, or a level. */
export interface NightBase {
  /** In the unit of the series. */
  value: number;
  /** Runs that it is the median of, or nights that it is the level of. */
  runs: number;
  /**
   * Nights that were measured before it: an environment change at a later night happened after it, and is taken off.
   * Missing: it was measured before them all. Null: unknown, and nothing is taken off.
   */
  place?: number | null | undefined;
}

/** The verdict on one night against a base. `verdict` distinguishes the two forms. */
export type NightVerdict =
  | {
      verdict: Exclude<Verdict, 'missing' | 'stopped working'>;
      /** ln of how much better than the base the level of the night is, without environment changes. */
      x: number;
      /** 95% of the noise lies within ± this. */
      band: number;
      p: number;
    }
  | { verdict: 'missing'; x: null; band: null; p: null };

/** Nights of one level, or the newest nights. */
interface JudgedLevel {
  /** Its first night. */
  start: number;
  value: number;
  nights: number;
  /** The change that began it is only possible. */
  isPossible: boolean;
}

/**
 * How the level in which a night lies compares with a base (docs/method.md §10.9): in the words of §3.1, sure up to
 * p = .01. It is possible at most when the change that began its level is, unless the level before it has the same
 * verdict. A night without a level has no verdict, nor has one in a series that is too short; whether a night was
 * measured at all does not matter. Environment changes between the two are taken off, as they are not attributed to a
 * build.
 */
export function nightVerdict(verdict: SeriesVerdict, night: number, base: NightBase): NightVerdict {
  const levels = levelsUpTo(verdict, night);
  const level = levels.at(-1);
  if (!level || !(base.value > 0 && Number.isFinite(base.value))) {
    return { verdict: 'missing', x: null, band: null, p: null };
  }
  const cell = levelCell(verdict, level, base);
  const said = wordOf(levels, (one) => judgeAlone(levelCell(verdict, one, base)));
  if (said === 'missing' || said === 'stopped working') throw new Error('A compared night is never missing.');
  return { verdict: said, x: cell.x, band: noiseBand(cell), p: pValue(cell) };
}

/** The nights behind a night's verdict: its level, or the newest nights of a possible change; null without either. */
export function levelOfNight(
  verdict: SeriesVerdict,
  night: number,
): (JudgedLevel & { isNewest: boolean }) | null {
  const own = levelsUpTo(verdict, night).at(-1);
  const newest = levelsUpTo(verdict, Number.POSITIVE_INFINITY).at(-1) ?? verdict.levels.at(-1);
  return own ? { ...own, isNewest: own.start >= (newest?.start ?? 0) } : null;
}

/** The levels up to the one with a night; empty if it has no level. */
function levelsUpTo({ levels, changes }: SeriesVerdict, night: number): JudgedLevel[] {
  const judged = levels.map(({ start, value, nights }) => ({
    start,
    value,
    nights,
    isPossible: changes.some(({ firstBad, state }) => firstBad === start && state === 'possible'),
  }));
  const newest = changes.find(({ doubts }) => doubts.includes('newest nights'));
  const last = levels.at(-1);
  if (newest && last && night >= newest.firstBad) {
    const own = { start: newest.firstBad, value: last.value * newest.ratio, nights: newest.nights };
    return [...judged, { ...own, isPossible: true }];
  }
  const index = levels.findIndex(({ start, end }) => night >= start && night < end);
  return judged.slice(0, index + 1);
}

function wordOf(levels: readonly JudgedLevel[], judge: (level: JudgedLevel) => Verdict): Verdict {
  const level = levels.at(-1);
  if (!level) return 'missing';
  const own = judge(level);
  if (!level.isPossible || !isSure(own) || wordOf(levels.slice(0, -1), judge) === own) return own;
  return own.endsWith('regression') ? 'possible regression' : 'possible improvement';
}

/** A level against a base, in runs that are worth as much: nights that resemble each other are worth fewer. */
export function levelCell(
  verdict: SeriesVerdict,
  level: Omit<JudgedLevel, 'isPossible'>,
  base: NightBase,
): ComparedCell {
  const { better, sigma, rho } = verdict;
  const worth = (runs: number) =>
    1 / meanVariance(Math.max(1, runs), { rho, inflation: (1 + rho) / (1 - rho) });
  const x = Math.log(level.value / base.value) - besideSince(verdict, level.start, base.place);
  return {
    x: better === 'lower-is-better' ? -x : x,
    sigma: Math.SQRT2 * sigma,
    baseRuns: worth(base.runs),
    versionRuns: worth(level.nights),
  };
}

/** A family of one: it is rejected when p is at most q. */
function judgeAlone(cell: ComparedCell): Verdict {
  return judgeColumn([cell], { ...DEFAULT_RULE, q: SERIES_RULE.sureP }).verdicts[0] ?? 'missing';
}

/**
 * ln of the environment changes from a base to a level.
 *
 * @param start first night of the level
 * @param place nights that were measured before the base
 */
export function besideSince(
  { changes }: Pick<SeriesVerdict, 'changes'>,
  start: number,
  place: NightBase['place'] = 0,
): number {
  if (place === null) return 0;
  return changes.reduce((sum, { firstBad, brokenBy, ratio }) => {
    if (brokenBy === null) return sum;
    if (firstBad <= start && firstBad >= place) return sum + Math.log(ratio);
    return firstBad > start && firstBad < place ? sum - Math.log(ratio) : sum;
  }, 0);
}

/** Nights that were measured before something else, in build order: all up to the last one that was. */
export function placeAmong(nights: readonly { at: string }[], at: string): number {
  return nights.findLastIndex((night) => night.at <= at) + 1;
}
