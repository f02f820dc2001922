import type { Direction } from '@basecase/ingest/model';
import { tTest } from '../statistics/student-t';
import { twoSidedT4 } from '../verdicts/p-value';
import { DEFAULT_RULE } from '../verdicts/rule';
import type { StretchSums } from './level-cuts';
import { buildAt, placeOf } from './nights';
import { isRestless } from './restless';
import type { SeriesBreak, SeriesChange, SeriesDoubt } from './series';
import type { SeriesLevels } from './series-levels';
import type { SeriesNoise } from './series-noise';
import { SERIES_RULE } from './series-rule';
import { settledNoise, settledSize } from './settled-noise';

/** A change without its verdict. */
interface Step {
  /** Place of the first night of the new level. */
  at: number;
  /** ln of the new level / the one before. */
  step: number;
  error: number;
  nights: number;
}

/** Changes of a series: one for each cut, and one for the newest nights (docs/method.md §10.3 to §10.8). */
export function seriesChanges(
  levels: SeriesLevels,
  { better, breaks = [] }: { better: Direction; breaks?: readonly SeriesBreak[] },
): SeriesChange[] {
  const changeOf = (step: Step, doubts: SeriesDoubt[], fixed: number | null): SeriesChange => ({
    firstBad: buildAt(levels.nights, step.at),
    lastGood: buildAt(levels.nights, step.at - 1),
    ...ratioOf(step),
    direction: directionOf(step.step, better),
    state: doubts.length === 0 ? 'sure' : 'possible',
    doubts,
    brokenBy: breakAt(levels, step.at, breaks),
    fixed,
    nights: step.nights,
  });
  const doubtsOf = doubter(levels);
  const sure = levels.cuts.map((_, index) =>
    changeOf(stepOf(levels, index), doubtsOf(index), fixedAt(levels, index)),
  );
  if (!levels.newest) return sure;
  const newest = { ...levels.newest, nights: levels.nights.logs.length - levels.newest.at };
  return [...sure, changeOf(newest, ['newest nights'], null)];
}

/** Places of the level before and of the level after a cut. */
function boundsOf({ cuts, end }: SeriesLevels, index: number): { start: number; cut: number; end: number } {
  const cut = cuts[index];
  if (!cut) throw new Error(`Unknown cut ${index} among ${cuts.length}.`);
  return { start: cuts[index - 1]?.at ?? 0, cut: cut.at, end: cuts[index + 1]?.at ?? end };
}

function stepOf(levels: SeriesLevels, index: number): Step {
  const { start, cut, end } = boundsOf(levels, index);
  return {
    at: cut,
    step: levels.sums.mean(cut, end) - levels.sums.mean(start, cut),
    error: levelError(levels, cut - start, end - cut),
    nights: end - cut,
  };
}

/** sigma × √((1 + rho) / (1 - rho)) × √(1/n1 + 1/n2) (docs/method.md §10.3). */
function levelError({ noise }: SeriesLevels, before: number, after: number): number {
  return noise.sigma * Math.sqrt(noise.inflation * (1 / before + 1 / after));
}

function ratioOf({ step, error }: Step): Pick<SeriesChange, 'ratio' | 'low' | 'high' | 'p'> {
  const band = DEFAULT_RULE.bandFactor * error;
  return {
    ratio: Math.exp(step),
    low: Math.exp(step - band),
    high: Math.exp(step + band),
    p: twoSidedT4(step / error / DEFAULT_RULE.tailScale),
  };
}

function directionOf(step: number, better: Direction): SeriesChange['direction'] {
  if (better === 'none') return null;
  return step < 0 === (better === 'higher-is-better') ? 'slower' : 'faster';
}

function doubter(levels: SeriesLevels): (index: number) => SeriesDoubt[] {
  const { cut, settled, sums, cuts, end, noise } = levels;
  // A series without a change needs no second opinion.
  const isSeen = cuts.length > 0 ? secondOpinion(cut) : () => false;
  const bounds = [0, ...cuts.map(({ at }) => at), end];
  const drifting = driftingChanges({ logs: settled, sums, bounds, noise });
  const around = settledNoise(levels);
  const isWeak = (index: number) => {
    const { start, cut: at, end: last } = boundsOf(levels, index);
    const { step } = stepOf(levels, index);
    const asked = cuts[index]?.isHeld ? SERIES_RULE.keptSize : SERIES_RULE.sureSize;
    return settledSize(around, { step, before: at - start, after: last - at }) < asked;
  };
  const restless = isRestless(levels.nights.logs, levels.outliers);
  // One that was sure and is over was looked at when it stood: nights after it tell nothing against it.
  return (index) =>
    cuts[index]?.isDip
      ? []
      : [
          ...(isSeen(cuts[index]?.found ?? Number.NaN) ? [] : ['second opinion' as const]),
          ...(drifting.has(index) ? ['drift' as const] : []),
          ...(isWeak(index) ? ['weak' as const] : []),
          ...(restless && !cuts[index]?.isHeld ? ['restless' as const] : []),
        ];
}

/** The nearest break at most one night away, the first that was given of equally near ones (docs/method.md §10.6). */
function breakAt(
  { nights }: SeriesLevels,
  place: number,
  breaks: readonly SeriesBreak[],
): SeriesBreak | null {
  const distanceOf = ({ at }: SeriesBreak) => Math.abs(placeOf(nights, at) - place);
  const near = breaks.filter((one) => distanceOf(one) <= SERIES_RULE.breakReach);
  return near.sort((a, b) => distanceOf(a) - distanceOf(b))[0] ?? null;
}

/**
 * The first night of the first later level that is back at the level before: at least half of the change is undone, and
 * what is left is within max(3%, √16 standard errors), as for releases (docs/method.md §10.8).
 */
function fixedAt(levels: SeriesLevels, index: number): number | null {
  const { start, cut, end } = boundsOf(levels, index);
  const before = levels.sums.mean(start, cut);
  const change = levels.sums.mean(cut, end) - before;
  for (let next = index + 1; next < levels.cuts.length; next++) {
    const later = boundsOf(levels, next);
    const left = levels.sums.mean(later.cut, later.end) - before;
    const noise = Math.sqrt(SERIES_RULE.penalty) * levelError(levels, cut - start, later.end - later.cut);
    // Past the level before is back as well: only what is missing counts, in the direction of the change.
    const isClose = left * Math.sign(change) <= Math.max(SERIES_RULE.leastStep, noise);
    if (1 - left / change >= SERIES_RULE.undone && isClose) return buildAt(levels.nights, later.cut);
  }
  return null;
}

interface DriftQuestion {
  /** ln of the nights that levels are made of. */
  logs: readonly number[];
  sums: StretchSums;
  /** Places where levels begin, and the place after the last one. */
  bounds: readonly number[];
  noise: SeriesNoise;
}

/**
 * Changes that came over many nights: of neighbouring levels of any number, a straight line through all of them leaves
 * no more than their steps, at their price, do (docs/method.md §10.5). The steps must save what `driftPrice` says for
 * the first of them, whose night was chosen, and a whole penalty for each further one.
 *
 * @returns indexes into the changes: 0 is the change from the first level to the second
 */
function driftingChanges({ logs, sums, bounds, noise }: DriftQuestion): Set<number> {
  const lineCost = lineCosts(logs, sums, noise.sigma);
  const drifting = new Set<number>();
  for (let first = 0; first + 2 < bounds.length; first++) {
    const start = bounds[first] ?? 0;
    let steps = 0;
    for (let last = first; last + 1 < bounds.length; last++) {
      const end = bounds[last + 1] ?? 0;
      steps += sums.cost(bounds[last] ?? 0, end);
      if (last === first) continue;
      const price = SERIES_RULE.driftPrice + SERIES_RULE.penalty * (last - first - 1);
      if (lineCost(start, end) > steps + price * noise.inflation) continue;
      for (let change = first; change < last; change++) drifting.add(change);
    }
  }
  return drifting;
}

/** Sum of squared distances from the straight line that fits a stretch best, in units of sigma². */
function lineCosts(
  logs: readonly number[],
  sums: StretchSums,
  sigma: number,
): (start: number, end: number) => number {
  const origin = logs[0] ?? 0;
  const products = new Float64Array(logs.length + 1);
  for (const [place, log] of logs.entries()) {
    products[place + 1] = (products[place] ?? 0) + place * (log - origin);
  }
  return (start, end) => {
    const count = end - start;
    const total = count * (sums.mean(start, end) - origin);
    const xy = (products[end] ?? 0) - (products[start] ?? 0) - ((start + end - 1) / 2) * total;
    // Sum of squares of places around their middle.
    const xx = (count * (count * count - 1)) / 12;
    return sums.cost(start, end) - (xx === 0 ? 0 : (xy * xy) / xx / (sigma * sigma));
  };
}

interface EDivisiveRule {
  /** A split counts when its t-test has a p under this. */
  p: number;
  /** Values on each side of a split, at least. */
  least: number;
}

/**
 * Places where another distribution begins: the split with the largest energy statistic, then the same within both
 * parts, while a t-test tells them apart (docs/method.md §10.5). It shares no assumption with the search for levels: no
 * sigma, no penalty.
 */
export function eDivisive(values: readonly number[], rule: EDivisiveRule): number[] {
  const cuts: number[] = [];
  const parts = [{ start: 0, end: values.length }];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { start, end } = part;
    const split = bestSplit(values.slice(start, end), rule.least);
    if (split === null) continue;
    const place = start + split;
    if (tTest(values.slice(start, place), values.slice(place, end)) >= rule.p) continue;
    cuts.push(place);
    parts.push({ start, end: place }, { start: place, end });
  }
  return cuts.sort((a, b) => a - b);
}

/**
 * The split with the largest
 * m k / (m + k) × (2 × mean |x - y| across - mean |x - x'| on the left - mean |y - y'| on the right).
 * When one value goes from right to left, the three sums change by its distances to both sides: O(n) for each split.
 */
function bestSplit(values: readonly number[], least: number): number | null {
  const count = values.length;
  let [across, left, right] = [0, 0, allDistances(values)];
  let [best, bestValue]: [number | null, number] = [null, Number.NEGATIVE_INFINITY];
  for (let m = 1; m < count; m++) {
    const { toLeft, toRight } = distancesOf(values, m - 1);
    across += toRight - toLeft;
    left += toLeft;
    right -= toRight;
    const k = count - m;
    if (m < least || k < least) continue;
    const value = ((m * k) / (m + k)) * ((2 * across) / (m * k) - within(left, m) - within(right, k));
    if (value > bestValue) [best, bestValue] = [m, value];
  }
  return best;
}

/** Mean distance of two different values of one side. */
function within(sum: number, count: number): number {
  return count > 1 ? (2 * sum) / (count * (count - 1)) : 0;
}

function distancesOf(values: readonly number[], place: number): { toLeft: number; toRight: number } {
  const own = values[place] ?? 0;
  let [toLeft, toRight] = [0, 0];
  for (let i = 0; i < place; i++) toLeft += Math.abs((values[i] ?? 0) - own);
  for (let i = place + 1; i < values.length; i++) toRight += Math.abs((values[i] ?? 0) - own);
  return { toLeft, toRight };
}

function allDistances(values: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < values.length; place++) sum += distancesOf(values, place).toRight;
  return sum;
}

/**
 * Whether E-divisive sees a change near a place (docs/method.md §10.5). It looks at the nights with outliers replaced:
 * a far night pulls its means, too.
 */
function secondOpinion(cut: readonly number[]): (found: number) => boolean {
  const own = eDivisive(cut, { p: SERIES_RULE.secondP, least: SERIES_RULE.secondNights });
  return (found) => own.some((place) => Math.abs(place - found) <= SERIES_RULE.secondReach);
}
