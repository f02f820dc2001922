import { median } from '../statistics/median';
import { around } from './nights';
import { SERIES_RULE } from './series-rule';

/** Noise of a series, from itself: no A/A pair is needed (docs/method.md §10.2). */
export interface SeriesNoise {
  /**
   * 1.4826 × median |difference of neighbours| / √2: blind to levels, too small where neighbours resemble each other.
   */
  spread: number;
  /** spread / √(1 - rho): SD of ln of one night. */
  sigma: number;
  /** Correlation of one night with the next. */
  rho: number;
  /** (1 + rho) / (1 - rho): a mean of n nights is worth n over this. */
  inflation: number;
}

/** ln of each night, those far from the nights around them replaced by their median. */
export interface CutNights {
  logs: number[];
  outliers: Set<number>;
}

/** A normal distribution has its quartiles at 0.6745 SD: this makes a median of absolute values an SD. */
const MAD_TO_SD = 1.4826;

/** SD of one night from differences of neighbours: a change of level is one difference among many. */
export function spreadOfDifferences(logs: readonly number[]): number {
  const differences = logs.slice(1).map((log, index) => Math.abs(log - (logs[index] ?? log)));
  return Math.max(SERIES_RULE.sigmaFloor, (MAD_TO_SD * (median(differences) ?? 0)) / Math.SQRT2);
}

/** Replaces nights further than 4 spreads from the median of the 7 nights around them (docs/method.md §10.2). */
export function cutOutliers(logs: readonly number[], spread: number): CutNights {
  const outliers = new Set<number>();
  const cut = logs.map((log, place) => {
    const usual = median(around(logs, place, SERIES_RULE.outlierReach)) ?? log;
    if (Math.abs(log - usual) <= SERIES_RULE.outlierCut * spread) return log;
    outliers.add(place);
    return usual;
  });
  return { logs: cut, outliers };
}

/**
 * The nights as they are, but none further than 20 spreads from the median of the 7 nights around it (docs/method.md
 * §10.3).
 */
export function limitOutliers(logs: readonly number[], spread: number): number[] {
  const most = SERIES_RULE.farthest * spread;
  return logs.map((log, place) => {
    const usual = median(around(logs, place, SERIES_RULE.outlierReach)) ?? log;
    return Math.max(usual - most, Math.min(usual + most, log));
  });
}

/** Correlation of neighbours around a running median, which takes levels away (docs/method.md §10.2). */
export function lagOne(logs: readonly number[]): number {
  const rest = logs.map((log, place) => log - (median(around(logs, place, SERIES_RULE.rhoReach)) ?? log));
  let products = 0;
  let squares = 0;
  for (const [place, value] of rest.entries()) {
    products += place > 0 ? value * (rest[place - 1] ?? 0) : 0;
    squares += value * value;
  }
  return squares === 0 ? 0 : Math.max(0, Math.min(SERIES_RULE.rhoMost, products / squares));
}

export function seriesNoise(spread: number, rho: number): SeriesNoise {
  return { spread, sigma: spread / Math.sqrt(1 - rho), rho, inflation: (1 + rho) / (1 - rho) };
}

/**
 * Variance of a mean of some nights that follow each other, in units of sigma²: 1 for one night, near inflation / n for
 * many (docs/method.md §10.2).
 */
export function meanVariance(
  count: number,
  { rho, inflation }: Pick<SeriesNoise, 'rho' | 'inflation'>,
): number {
  return (inflation - (2 * rho * (1 - rho ** count)) / (count * (1 - rho) ** 2)) / count;
}
