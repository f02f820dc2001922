import { median } from '../statistics/median';
import { holdCuts, type PlacedCut } from './held-cuts';
import { keepDips } from './held-dips';
import { cutTerms, findCuts, type StretchSums, stretchSums } from './level-cuts';
import { type NewestStep, newestStep } from './newest-nights';
import { hasRoom, type Nights, placeOf, readNights } from './nights';
import type { SeriesInput } from './series';
import {
  type CutNights,
  cutOutliers,
  lagOne,
  limitOutliers,
  type SeriesNoise,
  seriesNoise,
  spreadOfDifferences,
} from './series-noise';
import { NEWEST_NIGHTS, SERIES_RULE } from './series-rule';

/** A series cut into levels, all by places. */
export interface SeriesLevels {
  nights: Nights;
  noise: SeriesNoise;
  /** ln of the nights in which levels were looked for. */
  cut: readonly number[];
  /** ln of the nights that levels are made of: as `cut`, but a night that fits its own level has its value back. */
  settled: readonly number[];
  outliers: ReadonlySet<number>;
  sums: StretchSums;
  cuts: readonly PlacedCut[];
  newest: NewestStep | null;
  /** Place after the last night of the last level. */
  end: number;
}

/** Noise, levels and newest nights of a series (docs/method.md §10.2 to §10.4, §10.6 and §10.7). */
export function findSeriesLevels(input: Omit<SeriesInput, 'better'>): SeriesLevels {
  const nights = readNights(input.values);
  const spread = spreadOfDifferences(nights.logs);
  const cutNights = cutOutliers(nights.logs, spread);
  const noise = seriesNoise(spread, lagOne(cutNights.logs));
  const cuts = placeCuts(input, { nights, cut: cutNights.logs, noise });
  const { logs: settled, outliers } = settleOutliers(nights.logs, cutNights, { cuts, spread });
  const start = cuts.at(-1)?.at ?? 0;
  const newest = newestStep({ logs: nights.logs, cut: settled, start, noise });
  const end = newest?.at ?? nights.logs.length;
  for (let place = end; place < nights.logs.length; place++) outliers.delete(place);
  const sums = stretchSums(settled, noise.sigma);
  return { nights, noise, cut: cutNights.logs, settled, outliers, sums, cuts, newest, end };
}

function placeCuts(
  { breaks = [], held = [] }: Pick<SeriesInput, 'breaks' | 'held'>,
  { nights, cut, noise }: { nights: Nights; cut: readonly number[]; noise: SeriesNoise },
): PlacedCut[] {
  const sums = stretchSums(cut, noise.sigma);
  const breakPlaces = breaks.map(({ at }) => placeOf(nights, at));
  // A change attributed to a night just before or after a break may belong to the break: it is not held there.
  const heldPlaces = held
    .map(({ firstBad }) => placeOf(nights, firstBad))
    .filter((place) => breakPlaces.every((at) => Math.abs(at - place) > SERIES_RULE.heldReach));
  const terms = cutTerms(cut.length, { breaks: breakPlaces, held: heldPlaces }, noise);
  const { prices } = terms;
  const penalty = SERIES_RULE.penalty * noise.inflation;
  const whole = stretchSums(limitOutliers(nights.logs, noise.spread), noise.sigma);
  const found = findCuts(sums, whole, terms);
  const placed = holdCuts(found, { held: heldPlaces, sums, prices, penalty });
  return withoutNewest(keepDips(placed, { held: heldPlaces, cut, noise }), sums, prices);
}

/**
 * A last level that would rather begin with the newest nights, and has not enough without them, took nights of the
 * level before to be long enough. Such a change rests on the newest nights and can only be possible (docs/method.md
 * §10.4). A fixed one was sure before.
 */
function withoutNewest(cuts: PlacedCut[], sums: StretchSums, prices: Float64Array): PlacedCut[] {
  const last = cuts.at(-1);
  if (!last || last.isHeld) return cuts;
  const start = cuts.at(-2)?.at ?? 0;
  const costOf = (cut: number, end: number) => sums.cost(start, cut) + sums.cost(cut, end);
  for (let newest = sums.count - NEWEST_NIGHTS; newest < sums.count; newest++) {
    if (newest <= last.at || costOf(newest, sums.count) >= costOf(last.at, sums.count)) continue;
    const saved = sums.cost(start, newest) - costOf(last.at, newest);
    if (!hasRoom(start, last.at, newest) || saved < (prices[last.at] ?? 0)) return cuts.slice(0, -1);
  }
  return cuts;
}

/**
 * Restores the values of nights that are not outliers in their level: the edge of a large step is far from the
 * median of the nights around it.
 */
function settleOutliers(
  logs: readonly number[],
  cutNights: CutNights,
  { cuts, spread }: { cuts: readonly PlacedCut[]; spread: number },
): CutNights {
  const settled = [...cutNights.logs];
  const outliers = new Set(cutNights.outliers);
  for (const place of cutNights.outliers) {
    const start = cuts.findLast(({ at }) => at <= place)?.at ?? 0;
    const end = cuts.find(({ at }) => at > place)?.at ?? logs.length;
    const log = logs[place] ?? Number.NaN;
    const usual = median(logs.slice(start, end)) ?? log;
    if (Math.abs(log - usual) > SERIES_RULE.outlierCut * spread) continue;
    settled[place] = log;
    outliers.delete(place);
  }
  return { logs: settled, outliers };
}
