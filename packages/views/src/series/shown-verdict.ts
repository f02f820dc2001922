import {
  besideSince,
  type NightBase,
  nightVerdict,
  SERIES_RULE,
  type SeriesVerdict,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';

/** What is said of a level, and what may be drawn of it. */
export interface ShownVerdict {
  verdict: Verdict;
  /**
   * False: what changed beside the software took back what it did, or more, so that the measured ratio does not show it.
   * A hue beside that number would contradict it; words say it.
   */
  isSeen: boolean;
}

/**
 * What is said of the level in which a night lies. The verdict is of what the software is charged with; the ratio beside it is
 * as measured (docs/method.md §10.9).
 *
 * @param ratio measured level / base, as it is shown
 */
export function shownVerdict(
  series: SeriesVerdict,
  { night, ratio, base }: { night: number; ratio: number; base: NightBase },
): ShownVerdict {
  const { verdict } = nightVerdict(series, night, base);
  const direction = verdictDirection(verdict);
  if (direction === null || besideSince(series, night, base.place) === 0) return { verdict, isSeen: true };
  const gain = Math.log(ratio) * (series.better === 'lower-is-better' ? -1 : 1);
  const isSeen = (direction === 'slower' ? -gain : gain) >= SERIES_RULE.leastStep;
  return { verdict, isSeen };
}

/** `regression, but for what changed beside the software`. */
export function unseenWords(verdict: Verdict): string {
  return `${verdict}, but for what changed beside the software`;
}
