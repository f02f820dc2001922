import { median } from '../statistics/median';
import type { StretchSums } from './level-cuts';
import { meanVariance, type SeriesNoise, seriesNoise } from './series-noise';
import { SERIES_RULE } from './series-rule';

const MAD_TO_SD = 1.4826;

/** Levels of a series, as far as the noise around them needs them; see `SeriesLevels`. */
export interface PlacedLevels {
  cut: readonly number[];
  cuts: readonly { at: number }[];
  end: number;
  sums: StretchSums;
  noise: SeriesNoise;
}

/**
 * Noise around the levels that were found, which a change has to exceed to be sure (docs/method.md §10.5). The noise
 * that levels are found with is estimated from neighbours; in a short series it is often too small by chance, and then
 * causes a cut. So sigma is the SD around the levels, and rho leans to what nights of one machine have in common.
 */
export function settledNoise({ cut, cuts, end, sums, noise }: PlacedLevels): SeriesNoise {
  const bounds = [0, ...cuts.map(({ at }) => at), end];
  const rest = cut.slice(0, end).map((log, place) => {
    const index = bounds.findLastIndex((bound) => bound <= place);
    return log - sums.mean(bounds[index] ?? 0, bounds[index + 1] ?? end);
  });
  const middle = MAD_TO_SD * (median(rest.map(Math.abs)) ?? 0);
  const limit = SERIES_RULE.outlierCut * Math.max(middle, noise.spread);
  const kept = rest.map((value) => Math.max(-limit, Math.min(limit, value)));
  const squares = kept.reduce((sum, value) => sum + value * value, 0);
  const free = Math.max(1, end - bounds.length + 1);
  const sd = Math.max(middle, Math.sqrt(squares / free), SERIES_RULE.sigmaFloor);
  return {
    ...seriesNoise(noise.spread, settledRho(kept, { squares, levels: bounds.length - 1 })),
    sigma: sd,
  };
}

/**
 * The correlation of few nights is too small, by about (1 + 4 for each level) / 2n; and with few nights little is
 * known of it:
 * they lean to 0.5, with a weight of 60 nights.
 */
function settledRho(
  rest: readonly number[],
  { squares, levels }: { squares: number; levels: number },
): number {
  if (squares === 0) return 0;
  const products = rest.slice(1).reduce((sum, value, index) => sum + value * (rest[index] ?? 0), 0);
  const count = rest.length;
  const found = products / squares + (1 + 4 * levels) / (2 * count);
  const rho = Math.max(0, Math.min(SERIES_RULE.rhoMost, found));
  const leant =
    (count * rho + SERIES_RULE.rhoWeight * SERIES_RULE.rhoUsual) / (count + SERIES_RULE.rhoWeight);
  return Math.max(rho, leant);
}

/** |step| in its standard errors under that noise. */
export function settledSize(
  noise: SeriesNoise,
  { step, before, after }: { step: number; before: number; after: number },
): number {
  const error = noise.sigma * Math.sqrt(meanVariance(before, noise) + meanVariance(after, noise));
  return Math.abs(step) / error;
}
