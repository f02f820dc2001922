import type { HeatmapAddress, LineRecord, ProductHeatmap, ProductView, TestChoice } from '@basecase/db/types';
import type { BenchmarkId, MetricId } from '@basecase/ingest/model';
import { addressOf } from '../results/heatmap-order';
import { chooseTrends } from './choose-trends';
import { prepareMenu, type TrendsMenu } from './prepare-menu';
import { selectTests, type TestOptions, testOptions } from './select-tests';
import { type TrendsData, toTrendsData } from './trends-data';
import type { TrendsState } from './trends-state';

export interface LoadedTrends {
  /** False when nothing is loaded at all. */
  hasRuns: boolean;
  /** Everything that an address may name. */
  entries: readonly ProductHeatmap[];
  /** Null when nothing is loaded, or nothing that the URL asks for. */
  page: {
    menu: TrendsMenu;
    options: TestOptions;
    test: string;
    /** Of the tests that are drawn, or that the mean is over. */
    keys: string[];
    data: TrendsData;
    chosen: HeatmapAddress[];
  } | null;
}

/** Where the page comes from: a caller of the trends router, or any other program. */
export interface TrendsSource {
  /** Every heatmap with the versions of each product in it. */
  heatmaps(): Promise<ProductHeatmap[]>;
  /** Tests of a benchmark, in domain order. */
  tests(benchmark: BenchmarkId): Promise<TestChoice[]>;
  /** Values over all versions of a product; `tests: null` reads all tests. */
  views(input: {
    product: string;
    heatmaps: HeatmapAddress[];
    metrics: MetricId[];
    tests: string[] | null;
  }): Promise<ProductView[]>;
  /** Regression records of a product's tests, each with the column where it starts. */
  records(input: { product: string; heatmaps: HeatmapAddress[]; tests: string[] }): Promise<LineRecord[]>;
}

/** Reads what a state asks for: the lines of the chosen heatmaps, for the chosen tests and one metric. */
export async function readTrends(source: TrendsSource, state: TrendsState): Promise<LoadedTrends> {
  const entries = await source.heatmaps();
  const choice = chooseTrends(entries, state);
  if (!choice) return { hasRuns: entries.length > 0, entries, page: null };
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
    entries,
    page: { menu: prepareMenu(choice), options: testOptions(all), test, keys, data, chosen: heatmaps },
  };
}
