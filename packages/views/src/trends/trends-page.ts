import type {
  HeatmapAddress,
  LineRecord,
  ProductHeatmap,
  ProductView,
  SeriesLineEntry,
  TestChoice,
} from '@basecase/db/types';
import type { BenchmarkId, MetricId } from '@basecase/ingest/model';
import {
  addressOf,
  addressText,
  byBenchmark,
  byOrigin,
  byPreference,
  namedProduct,
  type ProductChoice,
  productChoice,
  productProblems,
} from '../results/heatmap-order';
import { seriesHref } from '../series/series-state';
import { shortWorkloadLabel } from '../text/words';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import { selectTests, testOptions, toTrendsData } from './trends-data';
import { trendsModel } from './trends-model';
import { ALL_TESTS, GROUP_PREFIX, MAX_HEATMAPS, type TrendsState } from './trends-state';

export type LoadedTrends = Awaited<ReturnType<typeof readTrends>>;

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
export async function readTrends(source: TrendsSource, state: TrendsState) {
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
    /** False when nothing is loaded at all. */
    hasRuns: true,
    /** Everything that an address may name. */
    entries,
    /** Null when nothing is loaded, or nothing that the URL asks for. */
    page: { menu: trendsMenu(choice), options: testOptions(all), test, keys, data, chosen: heatmaps },
  };
}

/** Lines that are drawn unasked: more cannot be followed by eye. */
const SHOWN_UNASKED = 8;

interface TrendsChoice extends ProductChoice {
  chosen: ProductHeatmap[];
}

/** @returns null when nothing is loaded, or nothing of what the URL names */
export function chooseTrends(
  all: readonly ProductHeatmap[],
  state: Pick<TrendsState, 'product' | 'benchmark' | 'on'>,
): TrendsChoice | null {
  const asked = all.find((entry) => state.on.includes(addressText(entry)));
  const product = namedProduct(all, state.product) || asked?.product;
  const ofProduct = product === undefined ? all : all.filter((entry) => entry.product === product);
  const benchmark = state.benchmark || asked?.workload.benchmark;
  const matching = ofProduct.filter(({ workload }) => workload.benchmark === benchmark);
  const [first] = [...(matching.length > 0 ? matching : ofProduct)].sort(
    // Databases before devices, then what has the longest history.
    (a, b) => byOrigin(a, b) || byBenchmark(a, b) || byHistory(a, b),
  );
  if (!first) return null;
  const choice = productChoice(all, first);
  const offered = choice.offered.sort(byHistory);
  const inUrl = offered.filter((entry) => state.on.includes(addressText(entry)));
  return {
    ...choice,
    offered,
    chosen: inUrl.length > 0 ? inUrl.slice(0, MAX_HEATMAPS) : offered.slice(0, SHOWN_UNASKED),
  };
}

/** The longest history first. */
function byHistory(a: ProductHeatmap, b: ProductHeatmap): number {
  return byOrigin(a, b) || b.versions.length - a.versions.length || byPreference(a, b);
}

/** The choices of the form: names only, in a list short enough to read. */
export type TrendsMenu = ReturnType<typeof trendsMenu>;

const MAX_LINES = 60;

export function trendsMenu({ offered, chosen, ...names }: TrendsChoice) {
  const isChosen = (entry: ProductHeatmap) => chosen.includes(entry);
  // The menu always has the drawn entries.
  const kept = [...offered.filter(isChosen), ...offered.filter((entry) => !isChosen(entry))].slice(
    0,
    MAX_LINES,
  );
  return {
    ...names,
    lines: kept.map((entry) => ({
      text: addressText(entry),
      server: entry.server.name,
      details: detailsOf(entry),
      chosen: isChosen(entry),
    })),
    /** How many heatmaps have lines, how many there are, and how many are not in the menu. */
    shown: chosen.length,
    total: offered.length,
    hidden: offered.length - kept.length,
  };
}

function detailsOf({ workload, versions }: ProductHeatmap): string {
  const count = `${versions.length} ${versions.length === 1 ? 'version' : 'versions'}`;
  const parts = [shortWorkloadLabel(workload), ...workload.details, count];
  return `${parts.join(', ')}${workload.source === null ? '' : ` (${workload.source})`}`;
}

/** Parts of the address of the trends page that match no data. */
export function trendsProblems(
  state: TrendsState,
  { entries, page }: Pick<LoadedTrends, 'entries' | 'page'>,
  misread: AddressProblem[],
): AddressProblem[] {
  const problems = [...misread, ...productProblems(entries, state)];
  // Tests and versions of another product say nothing.
  if (!page || problems.length > 0) return problems;
  const { groups } = page.options;
  const tests = groups.flatMap((group) => group.tests.map(({ key }) => key));
  const means = [ALL_TESTS, ...groups.map(({ id }) => GROUP_PREFIX + id)];
  return [
    // An alias of a test is found under its own name.
    ...(state.test === '' || page.test !== ALL_TESTS
      ? []
      : unknownValues('test', [state.test], { known: [...means, ...tests] })),
    ...unknownValues('base', [state.base], {
      known: trendsModel(page.data, { ...state, base: '' }).axis.positions,
      what: 'version',
      where: ' on this axis',
    }),
  ];
}

/** The same product night after night: a line of a heatmap that is drawn, else the newest one. */
export function nightsHref(
  lines: readonly SeriesLineEntry[],
  { data, chosen }: NonNullable<LoadedTrends['page']>,
): string | null {
  const own = lines.filter(
    ({ line, workload }) => line.product === data.product && workload.benchmark === data.benchmark,
  );
  const drawn = own.find(({ server, workload }) =>
    chosen.some((heatmap) => heatmap.server === server.slug && heatmap.workload === workload.slug),
  );
  const entry = drawn ?? own[0];
  if (!entry) return null;
  // A heatmap that is not drawn may not have the test.
  const test = drawn && !data.isMean ? (data.tests[0]?.key ?? '') : '';
  return seriesHref({ server: entry.server.slug, workload: entry.workload.slug, line: entry.key, test });
}
