import { twoSidedQuantile } from '../statistics/student-t';
import { standardError } from '../verdicts/p-value';
import {
  MOST_NIGHTS,
  minutesOf,
  type Remedy,
  type RemedyRefusal,
  type Sides,
  settles,
} from '../verdicts/remedy/cheapest-remedy';
import { DEFAULT_RULE } from '../verdicts/rule';
import { levelCell, levelOfNight, type NightBase } from './night-verdict';
import type { SeriesVerdict } from './series';
import { SERIES_RULE } from './series-rule';

/** Of the verdict on a night (docs/method.md §10.9): |x| beyond this many standard errors is sure. */
const SETTLING = {
  ...DEFAULT_RULE,
  settleFactor: DEFAULT_RULE.tailScale * twoSidedQuantile(SERIES_RULE.sureP, 4),
};

/**
 * The fewest nights and runs of the base that settle an open night (docs/method.md §3.6): nights continue the newest level,
 * and runs make a base of releases more precise. A change that is only possible needs the nights after which it can be sure.
 *
 * @param seconds measured time of a run of the base and of a night
 * @returns `closed`: neither side can get more
 */
export function nightRemedy(
  verdict: SeriesVerdict,
  night: number,
  { base, isRelease, seconds }: { base: NightBase; isRelease: boolean; seconds: Sides },
): Remedy | RemedyRefusal | null {
  const level = levelOfNight(verdict, night);
  if (!level) return null;
  const mostNights = level.isNewest ? MOST_NIGHTS : 0;
  const mostRuns = isRelease ? DEFAULT_RULE.settleCap - 1 : 0;
  if (mostNights === 0 && mostRuns === 0) return 'closed';
  const leastNights = level.isPossible ? SERIES_RULE.leastNights + SERIES_RULE.stayNights : 0;
  for (let all = 1; all <= mostNights + mostRuns; all++) {
    for (let runs = 0; runs <= Math.min(all, mostRuns); runs++) {
      const nights = all - runs;
      if (nights > mostNights) continue;
      const cell = levelCell(
        verdict,
        { ...level, nights: level.nights + nights },
        { ...base, runs: base.runs + runs },
      );
      if (!settles(cell.x, standardError(cell), SETTLING, level.nights + nights >= leastNights)) continue;
      const minutes = minutesOf([runs, nights], seconds);
      return { unit: 'nights', base: runs, version: nights, minutes, isOtherDay: false };
    }
  }
  return mostNights > 0 ? 'too many nights' : 'too many';
}
