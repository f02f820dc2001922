import type { Direction } from '@basecase/ingest/model';
import { twoSidedT4 } from '../verdicts/p-value';
import { DEFAULT_RULE } from '../verdicts/rule';
import { driftingChanges } from './drift';
import { secondOpinion } from './e-divisive';
import { buildAt, placeOf } from './nights';
import type { SeriesBreak, SeriesChange, SeriesDoubt } from './series';
import type { SeriesLevels } from './series-levels';
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
  // One that was sure and is over was looked at when it stood: nights after it tell nothing against it.
  return (index) =>
    cuts[index]?.isDip
      ? []
      : [
          ...(isSeen(cuts[index]?.found ?? Number.NaN) ? [] : ['second opinion' as const]),
          ...(drifting.has(index) ? ['drift' as const] : []),
          ...(isWeak(index) ? ['weak' as const] : []),
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
