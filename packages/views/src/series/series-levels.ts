import {
  besideSince,
  isSure,
  median,
  type NightBase,
  nightVerdict,
  SERIES_RULE,
  type SeriesChange,
  type SeriesLevel,
  type SeriesVerdict,
  type Verdict,
  verdictDirection,
  verdictName,
} from '@basecase/analysis';
import type { SeriesRelease } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import type { NightKind, NightTone } from '../document/nights-chart';
import type { SeriesData } from './series-data';
import { ABSOLUTE, FIRST_LEVEL } from './series-state';

/** The base of the ratios of a series. */
export interface SeriesBase {
  /** As in the address: a version, `first`, `absolute`. */
  choice: string;
  /** Whether ratios are drawn, or the values themselves; ratios in tables are to the base in both cases. */
  mode: 'ratio' | 'value';
  /** Null: the first level of each metric. */
  release: SeriesRelease | null;
}

/** The base of one metric. */
export interface MetricBase {
  value: number;
  /** `18.4`, `the first level`; with too few nights for levels `the median night`. */
  label: string;
  /** Runs or nights that it is the median of. */
  runs: number;
  /** ISO 8601, when it was measured; null for the first level. */
  measuredAt: string | null;
  /** Nights that were measured before it. */
  place: number;
}

/** The base that an address asks for: a release, else the last one, else the first level. */
export function seriesBase({ releases }: Pick<SeriesData, 'releases'>, wanted: string): SeriesBase {
  const usable = releases.filter(({ values }) => isPositive(values.throughput));
  const last = usable.at(-1) ?? null;
  if (wanted === ABSOLUTE) return { choice: ABSOLUTE, mode: 'value', release: last };
  const named = usable.findLast(({ version }) => version === wanted) ?? null;
  const release = named ?? (wanted === FIRST_LEVEL ? null : last);
  return { choice: release?.version ?? FIRST_LEVEL, mode: 'ratio', release };
}

/** Versions that can be the base, the newest first. */
export function baseVersions({ releases }: Pick<SeriesData, 'releases'>): string[] {
  const usable = releases.filter(({ values }) => isPositive(values.throughput));
  return [...new Set(usable.map(({ version }) => version).toReversed())];
}

/**
 * The divisor of the values of a metric. For a release without the metric it is the first level, as the label states.
 *
 * @returns null where nothing can be divided by it: no value, or zero
 */
export function metricBase(
  { values, verdicts, nights }: Pick<SeriesData, 'values' | 'verdicts' | 'nights'>,
  { release }: Pick<SeriesBase, 'release'>,
  metric: MetricId,
): MetricBase | null {
  const own = release?.values[metric];
  if (release && isPositive(own)) {
    const { version, runs, measuredAt } = release;
    const place = nights.findLastIndex((night) => night.measuredAt <= measuredAt) + 1;
    return { value: own, label: version, runs, measuredAt, place };
  }
  const [level] = verdicts[metric]?.levels ?? [];
  if (level) {
    return isPositive(level.value)
      ? { value: level.value, label: 'the first level', runs: level.nights, measuredAt: null, place: 0 }
      : null;
  }
  const known = (values[metric] ?? []).filter((value) => value !== null);
  const middle = median(known);
  return isPositive(middle)
    ? { value: middle, label: 'the median night', runs: known.length, measuredAt: null, place: 0 }
    : null;
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && value > 0;
}

/** A level with what its nights are drawn as. */
export interface TonedLevel extends SeriesLevel {
  tone: NightTone;
  /** False: the changes that its tone comes from are possible only. */
  isSure: boolean;
}

/**
 * The levels of a series against the base, also for the overview, home and heatmaps. A level without a hue differs
 * only by an environment change, or its number does not show the effect of the software.
 */
export function toneLevels(verdict: SeriesVerdict, base: MetricBase | null): TonedLevel[] {
  return verdict.levels.map((level): TonedLevel => {
    const plain = { ...level, tone: 'plain', isSure: true } as const;
    if (base === null || verdict.better === 'none') return plain;
    const ratio = level.value / base.value;
    const { verdict: word, isSeen } = shownVerdict(verdict, { night: level.start, ratio, base });
    const tone = verdictDirection(word);
    return tone === null || !isSeen ? plain : { ...level, tone, isSure: isSure(word) };
  });
}

/** The hue of a change: none for one that is not attributed to the software. */
export function toneOf({ brokenBy, direction }: Pick<SeriesChange, 'brokenBy' | 'direction'>): NightTone {
  return brokenBy === null ? (direction ?? 'plain') : 'plain';
}

/** The change of the newest nights, which have no level yet; null when they are as those before them. */
export function newestChange({ changes }: Pick<SeriesVerdict, 'changes'>): SeriesChange | null {
  return changes.find(({ doubts }) => doubts.includes('newest nights')) ?? null;
}

/** How each night is drawn. */
export function nightKinds(
  count: number,
  { verdict, levels }: { verdict: SeriesVerdict; levels: readonly TonedLevel[] },
): NightKind[] {
  const outliers = new Set(verdict.outliers);
  const newest = newestChange(verdict);
  const kinds = Array.from({ length: count }, (): NightKind => 'night');
  for (const { start, end, tone, isSure: sure } of levels) {
    if (tone !== 'plain') kinds.fill(sure ? tone : `maybe-${tone}`, start, end);
  }
  if (newest?.direction && newest.brokenBy === null) kinds.fill(`maybe-${newest.direction}`, newest.firstBad);
  return kinds.map((kind, night) => (outliers.has(night) ? 'outlier' : kind));
}

/** The verdict on a level, and how it can be drawn. */
interface ShownVerdict {
  verdict: Verdict;
  /**
   * False: an environment change cancels the effect of the software, or more, so that the measured ratio does not show
   * it. A hue next to that number would contradict it; words explain it.
   */
  isSeen: boolean;
}

/**
 * The verdict on the level of a night. It covers the effect of the software only; the ratio next to it is
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

/** `regression, apart from the environment change`. */
export function unseenWords(verdict: Verdict): string {
  return `${verdictName(verdict)}, apart from the environment change`;
}
