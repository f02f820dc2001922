import type { SeriesLineEntry, SeriesOverview, SeriesView } from '@basecase/db/types';
import { type SeriesData, toSeriesData } from './series-data';
import type { SeriesState } from './series-state';

/** Where the page comes from: a caller of the series router, or any other program. */
export interface SeriesSource {
  /** Every line of nights, the one with the newest night first. */
  lines(): Promise<SeriesLineEntry[]>;
  /** One test of a line, night after night. */
  series(input: { server: string; workload: string; line: string; test: string }): Promise<SeriesView>;
  /** All tests of a line. */
  overview(input: {
    server: string;
    workload: string;
    line: string;
    nights: number;
  }): Promise<SeriesOverview>;
}

export interface LoadedSeries {
  /** Everything that an address may name. */
  entries: readonly SeriesLineEntry[];
  /** The line that the address means; null when there is none. */
  entry: SeriesLineEntry | null;
  /** All tests of the line, with the newest nights; null without a line. */
  overview: SeriesOverview | null;
  /** Null where the address names no test, or one that the line has not. */
  data: SeriesData | null;
}

/** What the series page needs of the overview: names of tests and their changes. */
const FEW_NIGHTS = 1;

/** Reads what a state asks for: one test of a line, or the overview of all of them. */
export async function readSeries(source: SeriesSource, state: SeriesState): Promise<LoadedSeries> {
  const entries = await source.lines();
  const entry = chooseLine(entries, state);
  if (!entry) return { entries, entry: null, overview: null, data: null };
  const place = { server: entry.server.slug, workload: entry.workload.slug, line: entry.key };
  if (state.test === '') {
    const overview = await source.overview({ ...place, nights: Number(state.nights) });
    return { entries, entry, overview, data: null };
  }
  const overview = await source.overview({ ...place, nights: FEW_NIGHTS });
  const isKnown = overview.tests.some(({ test }) => test.key === state.test);
  if (!isKnown) return { entries, entry, overview, data: null };
  const view = await source.series({ ...place, test: state.test });
  return { entries, entry, overview, data: toSeriesData(view, overview) };
}

/** The line with the newest night, of those that the address allows; null when there is none. */
export function chooseLine(
  entries: readonly SeriesLineEntry[],
  { server, workload, line }: Pick<SeriesState, 'server' | 'workload' | 'line'>,
): SeriesLineEntry | null {
  const matching = entries.filter(
    (entry) =>
      (server === '' || entry.server.slug === server) &&
      (workload === '' || entry.workload.slug === workload) &&
      (line === '' || entry.key === line),
  );
  return matching.reduce<SeriesLineEntry | null>(
    (newest, entry) => (newest && newest.newestAt >= entry.newestAt ? newest : entry),
    null,
  );
}
