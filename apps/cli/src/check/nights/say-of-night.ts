import {
  DEFAULT_RULE,
  ENOUGH_NIGHTS,
  logLoss,
  NEWEST_NIGHTS,
  SERIES_RULE,
  type SeriesChange,
  type SeriesVerdict,
  type Verdict,
} from '@basecase/analysis';

/** A change is news while its new level has so many nights: with the last of them it can be sure for the first time. */
const NEWS_NIGHTS = NEWEST_NIGHTS + 1 + SERIES_RULE.stayNights;
/** Two changes of one series whose first bad nights are so near are one. */
const SAME_CHANGE = NEWEST_NIGHTS + 1;

/** What a series says of its newest night. */
export interface SaidOfNight {
  /** What is new with the night, the worst first; null: nothing. */
  change: SeriesChange | null;
  /** Older changes for the worse that still hold in this night. */
  known: SeriesChange[];
  /** Attributed to the environment, and new. */
  event: SeriesChange | null;
}

/**
 * What is new with the newest night of a series (docs/method.md §10): a change whose level began within the last five
 * nights, or one that this night made visible, or sure. A change reported before is known, and not caused by the
 * newest build.
 *
 * @param before the verdict without the newest night
 * @param values of the series, in build order
 */
export function sayOfNight(
  verdict: SeriesVerdict,
  { before, values }: { before: () => SeriesVerdict; values: readonly (number | null)[] },
): SaidOfNight {
  const lasting = verdict.changes.filter(({ direction, fixed }) => direction !== null && fixed === null);
  const nightsSince = ({ firstBad }: SeriesChange) =>
    values.slice(firstBad).filter((value) => value !== null).length;
  const isRecent = (change: SeriesChange) => nightsSince(change) <= NEWS_NIGHTS;
  // Noise is estimated again each night, so an old change may waver: that is not news about the newest build.
  const isNews = (change: SeriesChange) =>
    isRecent(change) || (nightsSince(change) <= ENOUGH_NIGHTS && !wasSaid(before(), change));
  const charged = lasting.filter(({ brokenBy }) => brokenBy === null);
  const news = charged.filter(isNews).sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
  return {
    change: news[0] ?? null,
    known: charged.filter((change) => change.direction === 'slower' && !isNews(change)),
    event: lasting.findLast((change) => change.brokenBy !== null && isRecent(change)) ?? null,
  };
}

/** True when the same change was reported before, with at least the same certainty. */
function wasSaid({ changes }: SeriesVerdict, { firstBad, direction, state }: SeriesChange): boolean {
  return changes.some(
    (own) =>
      own.direction === direction &&
      Math.abs(own.firstBad - firstBad) < SAME_CHANGE &&
      (state === 'possible' || own.state === 'sure'),
  );
}

function rank({ direction, state }: SeriesChange): number {
  return (direction === 'slower' ? 0 : 2) + (state === 'sure' ? 0 : 1);
}

function size({ ratio }: SeriesChange): number {
  return Math.abs(Math.log(ratio));
}

/** A change in the words of verdicts: small up to the size that readers call a regression. */
export function changeVerdict({ direction, state, ratio }: SeriesChange): Verdict {
  const kind = direction === 'slower' ? 'regression' : 'improvement';
  if (state === 'possible') return `possible ${kind}`;
  return Math.abs(Math.log(ratio)) >= logLoss(DEFAULT_RULE.big) ? kind : `small ${kind}`;
}
