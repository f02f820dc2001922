import type { RecordSeries, RegressionPage, SeriesRelease } from '@basecase/db/types';
import { type SeriesData, toSeriesData } from '../../series/series-data';
import { type SeriesState, seriesUrl } from '../../series/series-state';

/** The base of everything that is drawn of a record: no release has such a name. */
export const LEVEL_BEFORE = 'the level before';

/** The nights of a record as the chart and the table of a series want them. */
export interface RecordNightsData {
  data: SeriesData;
  state: SeriesState;
}

/** A record's nights, with the level before its change as the base of all ratios. */
export function recordNightsData(series: RecordSeries): RecordNightsData {
  const { view, firstBad, lastGood, levelNights, costs } = series;
  const data = toSeriesData(view, { tests: [], total: view.nights.length });
  const level = view.verdicts.throughput?.levels.findLast(({ start }) => start < firstBad);
  const before: SeriesRelease = {
    version: LEVEL_BEFORE,
    column: '',
    // Earlier environment changes are part of the previous level.
    measuredAt: data.nights[lastGood]?.measuredAt ?? '',
    runs: Math.max(1, levelNights.before),
    values: {
      ...Object.fromEntries(costs.map(({ metric, before: value }) => [metric, value])),
      ...(level && { throughput: level.value }),
    },
  };
  return {
    data: { ...data, releases: [...data.releases, before] },
    state: { ...seriesUrl.defaults, base: LEVEL_BEFORE },
  };
}

/** True for a record shown as nights: levels instead of a ladder of versions. */
export function isNightRecord({ nights }: Pick<RegressionPage, 'nights'>): boolean {
  return nights?.judgedBy === 'series';
}
