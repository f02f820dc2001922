import type { RecordSeries } from '@basecase/db/types';
import {
  type EventRow,
  type NightRow,
  type NightsTable,
  nightsTable,
  seriesEvents,
} from '../../series/tables/series-tables';
import { readoutSource } from '../../series/words/series-readout';
import { recordNightsData } from './record-data';

/** Nights of the table, on either side of the change. */
const BESIDE = 10;
/** Events that may have to do with it: so many nights away. */
const NEAR = 20;

export interface NearNights extends NightsTable {
  /** The oldest first, unlike in the table of a series: a change is read from before to after. */
  rows: (NightRow & { role: 'last good' | 'first bad' | null })[];
}

/** The nights before a change and those after it, with their runs. */
export function nearNights(series: RecordSeries): NearNights {
  const { data, state } = recordNightsData(series);
  const { firstBad, lastGood } = series;
  const first = Math.max(0, Math.min(firstBad - BESIDE, lastGood));
  const end = Math.min(data.nights.length, firstBad + BESIDE);
  const table = nightsTable(readoutSource(data, state), state, {
    skip: data.nights.length - end,
    count: end - first,
  });
  const roles = new Map([
    [data.nights[lastGood]?.column, 'last good' as const],
    [data.nights[firstBad]?.column, 'first bad' as const],
  ]);
  return {
    ...table,
    rows: table.rows.toReversed().map((row) => ({ ...row, role: roles.get(row.key) ?? null })),
  };
}

/** Environment changes near a change, newest first. */
export function nearEventRows(series: RecordSeries): EventRow[] {
  const { data, state } = recordNightsData(series);
  const annotations = data.annotations.filter(
    ({ night }) => night !== null && Math.abs(night - series.firstBad) <= NEAR,
  );
  return seriesEvents({ ...data, releases: [], annotations }, state);
}
