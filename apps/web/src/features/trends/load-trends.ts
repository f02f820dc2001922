import type { HeatmapAddress } from '@basecase/db/types';
import { cache } from 'react';
import { serverCaller } from '../../server/root';
import { addressOf, chooseTrends } from './choose-trends';
import { prepareMenu, type TrendsMenu } from './prepare-menu';
import { selectTests, type TestOptions, testOptions } from './select-tests';
import { type TrendsData, toTrendsData } from './trends-data';
import { parseTrendsState } from './trends-search-params';
import { serializeTrendsState, type TrendsState } from './trends-state';

export interface LoadedTrends {
  /** False when nothing is loaded at all. */
  hasRuns: boolean;
  /** Null when nothing is loaded, or nothing that the URL asks for. */
  page: {
    menu: TrendsMenu;
    options: TestOptions;
    test: string;
    data: TrendsData;
    chosen: HeatmapAddress[];
  } | null;
}

/** Where the page comes from: a caller of the trends router. */
export type TrendsSource = Pick<
  ReturnType<typeof serverCaller>['trends'],
  'heatmaps' | 'tests' | 'views' | 'records'
>;

/** Once per request: the title and the page need the same. */
const loadQuery = cache((query: string) =>
  readTrends(serverCaller().trends, parseTrendsState(new URLSearchParams(query))),
);

/** Reads what the URL asks for: the lines of the chosen heatmaps, for the chosen tests and one metric. */
export function loadTrends(state: TrendsState): Promise<LoadedTrends> {
  return loadQuery(serializeTrendsState(state));
}

/** The same from any source. */
export async function readTrends(source: TrendsSource, state: TrendsState): Promise<LoadedTrends> {
  const entries = await source.heatmaps();
  const choice = chooseTrends(entries, state);
  if (!choice) return { hasRuns: entries.length > 0, page: null };
  const { product, benchmark, chosen } = choice;
  const all = await source.tests(benchmark);
  const { test, title, isMean, tests } = selectTests(all, state.test);
  const { metric } = state;
  const heatmaps = chosen.map(addressOf);
  const keys = tests.flatMap((each) => each.keys);
  const [views, records] = await Promise.all([
    source.views({
      product,
      heatmaps,
      // Only cpu/o was published in some tables; CPU µs per operation follows from it.
      metrics: metric === 'cpu_us_per_op' ? [metric, 'cpu_per_op'] : [metric],
      tests: test === 'all' ? null : keys,
    }),
    // A record is of one test; a mean has none.
    isMean ? [] : source.records({ product, heatmaps, tests: keys }),
  ]);
  const data = toTrendsData({ product, benchmark, metric, title, isMean, tests, chosen, views, records });
  return {
    hasRuns: true,
    page: { menu: prepareMenu(choice), options: testOptions(all), test, data, chosen: heatmaps },
  };
}
