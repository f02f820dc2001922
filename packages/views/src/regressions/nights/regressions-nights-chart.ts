import type { RecordSeries } from '@basecase/db/types';
import type { NightsChart } from '../../document/nights-chart';
import { seriesChart } from '../../series/chart/series-chart';
import { LEVEL_BEFORE, recordNightsData } from './record-data';

/** The nights around a record over time, as ratios to the level before; null where no night has a value. */
export function nightsChart(series: RecordSeries): NightsChart | null {
  const { data, state } = recordNightsData(series);
  const chart = seriesChart(data, state);
  if (!chart) return null;
  // The level before is a line of the chart, and no release on its axis.
  return { ...chart, releases: chart.releases.filter(({ text }) => !text.startsWith(LEVEL_BEFORE)) };
}
