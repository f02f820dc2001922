import { median } from '../statistics/median';
import { mean } from '../statistics/student-t';
import { twoSidedT4 } from '../verdicts/p-value';
import { DEFAULT_RULE } from '../verdicts/rule';
import { cutTerms, findCuts, type StretchSums, stepAt, stretchSums } from './level-cuts';
import { hasRoom, type Nights, placeOf, readNights } from './nights';
import type { SeriesInput } from './series';
import {
  type CutNights,
  cutOutliers,
  lagOne,
  limitOutliers,
  meanVariance,
  type SeriesNoise,
  seriesNoise,
  spreadOfDifferences,
} from './series-noise';
import { NEWEST_NIGHTS, SERIES_RULE } from './series-rule';
import { settledNoise, settledSize } from './settled-noise';

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

/** The newest one or two nights, when they left the last level. */
interface NewestStep {
  /** Place of the first of them. */
  at: number;
  /** ln of their mean / the last level. */
  step: number;
  error: number;
  p: number;
}

interface NewestQuestion {
  /** ln of all nights. The newest are not cut: that they are far away is what is asked. */
  logs: readonly number[];
  /** The same with outliers replaced: what the level is made of. */
  cut: readonly number[];
  /** Place where the last level begins. */
  start: number;
  noise: SeriesNoise;
}

/**
 * Whether the newest two nights, or the newest alone, left the last level (docs/method.md §10.4). Two are tested by
 * their mean when both are at least half as far away as it is: else the first of them is still at the level before.
 */
function newestStep(question: NewestQuestion): NewestStep | null {
  for (let count = NEWEST_NIGHTS; count > 0; count--) {
    const tested = testNewest(question, count);
    if (tested) return tested;
  }
  return null;
}

function testNewest({ logs, cut, start, noise }: NewestQuestion, count: number): NewestStep | null {
  const at = logs.length - count;
  const behind = cut.slice(start, at);
  if (behind.length < SERIES_RULE.leastNights) return null;
  const level = mean(behind);
  const steps = logs.slice(at).map((log) => log - level);
  const step = mean(steps);
  if (Math.abs(step) < SERIES_RULE.leastStep) return null;
  if (steps.some((own) => own / step < 0.5)) return null;
  if (count === 1 && Math.abs(step) <= SERIES_RULE.newestAlone * noise.sigma) return null;
  const error = noise.sigma * Math.sqrt(meanVariance(count, noise) + meanVariance(behind.length, noise));
  const p = twoSidedT4(step / error / DEFAULT_RULE.tailScale);
  return p < SERIES_RULE.newestP ? { at, step, error, p } : null;
}

interface DipQuestion {
  /** Places of the first bad nights that are fixed. */
  held: readonly number[];
  /** ln of the nights in which levels are looked for. */
  cut: readonly number[];
  noise: SeriesNoise;
}

/**
 * Keeps a change that was sure, and is over (docs/method.md §10.7). A few nights at another level look like nights that
 * resemble each other: then two cuts cost more than they save, and both would be dropped. A sure change is not
 * withdrawn by that: it keeps its night, and a second cut is where the nights went back, when both levels still
 * exceed the noise around them.
 */
function keepDips(cuts: readonly PlacedCut[], question: DipQuestion): PlacedCut[] {
  const kept = [...cuts];
  const sums = stretchSums(question.cut, question.noise.sigma);
  for (const held of question.held) {
    if (kept.some(({ at }) => Math.abs(at - held) <= SERIES_RULE.heldReach)) continue;
    const index = kept.filter(({ at }) => at < held).length;
    const start = kept[index - 1]?.at ?? 0;
    const end = kept[index]?.at ?? sums.count;
    if (held - start < SERIES_RULE.leastNights) continue;
    const back = placeBack(sums, { start, held, end });
    if (back === null) continue;
    const dip: PlacedCut[] = [
      { at: held, found: held, isHeld: true, isDip: true },
      { at: back, found: back, isHeld: false },
    ];
    const all = kept.toSpliced(index, 0, ...dip);
    if (exceedsNoise(sums, { cut: question.cut, noise: question.noise, cuts: all, start, held, back }))
      kept.splice(index, 0, ...dip);
  }
  return kept;
}

interface DipPlace {
  start: number;
  held: number;
  end: number;
}

/** Best estimate of the night that returned to the previous level; null if none did. */
function placeBack(sums: StretchSums, { start, held, end }: DipPlace): number | null {
  const before = sums.mean(start, held);
  let [best, least] = [null as number | null, sums.cost(held, end)];
  for (let back = held + SERIES_RULE.leastNights; back <= end - SERIES_RULE.leastNights; back++) {
    const cost = sums.cost(held, back) + sums.cost(back, end);
    const change = sums.mean(held, back) - before;
    const left = sums.mean(back, end) - before;
    const isBack = left / change <= 1 - SERIES_RULE.undone;
    if (cost >= least || Math.abs(change) < SERIES_RULE.heldLeastStep || !isBack) continue;
    [best, least] = [back, cost];
  }
  return best;
}

interface DipCuts extends Pick<DipQuestion, 'cut' | 'noise'> {
  /** With those of the dip. */
  cuts: PlacedCut[];
  start: number;
  held: number;
  back: number;
}

function exceedsNoise(sums: StretchSums, { cuts, cut, noise, start, held, back }: DipCuts): boolean {
  const around = settledNoise({ cut, cuts, end: cut.length, sums, noise });
  const step = sums.mean(held, back) - sums.mean(start, held);
  return settledSize(around, { step, before: held - start, after: back - held }) >= SERIES_RULE.keptSize;
}

/** A cut that stays where a record has it. */
interface PlacedCut {
  at: number;
  /** Where the nights alone would have it. */
  found: number;
  isHeld: boolean;
  /** The nights alone would have no cut here any more: a change that was sure, and is over. */
  isDip?: true;
}

interface HeldQuestion {
  /** Places of the first bad nights that are fixed. */
  held: readonly number[];
  sums: StretchSums;
  prices: Float64Array;
  /** Saving that moves a fixed night. */
  penalty: number;
}

/**
 * Keeps fixed first bad nights (docs/method.md §10.7). A fixed night belongs to the cut nearest to it, up to 10 nights
 * away. The cut stays there when the step has the same direction there, both levels keep 3 nights, and moving it saves
 * less than a whole penalty.
 */
function holdCuts(cuts: readonly number[], question: HeldQuestion): PlacedCut[] {
  const places = [...cuts];
  return cuts.map((found, index) => {
    const held = heldOf(found, cuts, question.held);
    const isHeld = held !== null && staysAt(held, { places, index, found }, question);
    const at = isHeld ? held : found;
    places[index] = at;
    return { at, found, isHeld };
  });
}

/** The fixed night nearest to a cut, of those to which no other cut is nearer. */
function heldOf(cut: number, cuts: readonly number[], held: readonly number[]): number | null {
  const own = held.filter((place) => {
    const distance = Math.abs(place - cut);
    return distance <= SERIES_RULE.heldReach && cuts.every((other) => Math.abs(place - other) >= distance);
  });
  return own.sort((a, b) => Math.abs(a - cut) - Math.abs(b - cut))[0] ?? null;
}

function staysAt(
  held: number,
  { places, index, found }: { places: readonly number[]; index: number; found: number },
  { sums, prices, penalty }: HeldQuestion,
): boolean {
  const start = places[index - 1] ?? 0;
  const end = places[index + 1] ?? sums.count;
  if (!hasRoom(start, held, end)) return false;
  if (stepAt(sums, places, { cut: held, index }) * stepAt(sums, places, { cut: found, index }) <= 0)
    return false;
  const costOf = (cut: number) => sums.cost(start, cut) + sums.cost(cut, end) + (prices[cut] ?? penalty);
  return costOf(held) - costOf(found) < penalty;
}
