import { median } from '@basecase/analysis';
import type { SeriesRelease } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import type { SeriesData } from './series-data';
import { ABSOLUTE, FIRST_LEVEL } from './series-state';

/** What the ratios of a series are relative to. */
export interface SeriesBase {
  /** As the address says it: a version, `first`, `absolute`. */
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
 * What the values of a metric are divided by. A release without it leaves its first level: that is said by the label.
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
