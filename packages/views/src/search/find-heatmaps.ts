import { groupBy } from '@basecase/analysis';
import type {
  FoundCells,
  SearchCatalog,
  SearchCell,
  SearchHeatmap,
  SearchTest,
  SearchVariant,
} from '@basecase/db/types';
import { compareVersions } from '@basecase/ingest/model';
import { byOrigin } from '../results/heatmap-order';
import { type CatalogMatches, joined, type Match, NO_MATCH } from './match-catalog';

/** A version of a product with the heatmap that has most to compare it with. */
export interface FoundVersion {
  product: string;
  version: string;
  /** Where it was measured. */
  heatmaps: SearchHeatmap[];
}

/**
 * Heatmaps that have every word in server, workload, a version or a test. Those without a word about tests come first.
 *
 * @param found where a result of a test with these words is
 */
export function findHeatmaps(matches: CatalogMatches, found: FoundCells['heatmaps']): SearchHeatmap[] {
  const { catalog, all } = matches;
  const withTest = new Set(found.map(({ server, workload }) => `${server} ${workload}`));
  const testsOf = new Map<string, number>();
  for (const { id, benchmark } of catalog.tests) {
    testsOf.set(benchmark, (testsOf.get(benchmark) ?? 0) | (matches.tests.get(id)?.words ?? 0));
  }
  const benchmarkOf = new Map(catalog.workloads.map(({ id, benchmark }) => [id, benchmark]));
  const matching = preferredHeatmaps(catalog).flatMap((heatmap) => {
    const variants = heatmap.variants.map((id) => matches.variants.get(id) ?? NO_MATCH);
    const named = variants.reduce((words, match) => words | match.words, 0);
    const place = joined(matches.servers.get(heatmap.serverId), matches.workloads.get(heatmap.workloadId));
    const ofTests = testsOf.get(benchmarkOf.get(heatmap.workloadId) ?? '') ?? 0;
    const own = place.words | named;
    const hasTest = withTest.has(`${heatmap.serverId} ${heatmap.workloadId}`);
    if (own !== all && !(hasTest && (own | ofTests) === all)) return [];
    return [{ heatmap, rank: own === all ? 0 : 1, fit: place.fit }];
  });
  return matching.sort((a, b) => a.rank - b.rank || b.fit - a.fit).map(({ heatmap }) => heatmap);
}

/** Versions that have every word in product and version, one of them in the version; the newest first. */
export function findVersions(matches: CatalogMatches): FoundVersion[] {
  const { catalog, all } = matches;
  const isWanted = ({ id }: SearchVariant) =>
    matches.variants.get(id)?.words === all && (matches.columns.get(id)?.words ?? 0) > 0;
  const found = new Map<string, FoundVersion & { ids: Set<number>; fit: number }>();
  for (const variant of catalog.variants.filter(isWanted)) {
    const { id, product, version } = variant;
    const key = `${product} ${version}`;
    const own = found.get(key) ?? { product, version, heatmaps: [], ids: new Set(), fit: 0 };
    own.ids.add(id);
    own.fit = Math.max(own.fit, matches.variants.get(id)?.fit ?? 0);
    found.set(key, own);
  }
  const heatmaps = preferredHeatmaps(catalog);
  return [...found.values()]
    .map(({ ids, ...version }) => ({
      ...version,
      heatmaps: heatmaps.filter(({ variants }) => variants.some((id) => ids.has(id))),
    }))
    .filter(({ heatmaps: own }) => own.length > 0)
    .sort((a, b) => b.fit - a.fit || compareVersions(b.version, a.version));
}

/** Cells that are looked up at most; more than anybody reads. */
const MAX_CELLS = 100;

interface CellCandidates {
  cells: SearchCell[];
  /** There are more. */
  hasMore: boolean;
}

/**
 * Cells that have every word in test, version, product, config, build, server or workload; one of them in the test. Where
 * no word names a version, the newest of each heatmap. The best fit is first, then own numbers, what was
 * measured last, and the newest version.
 */
export function findCells(matches: CatalogMatches): CellCandidates {
  const { catalog, all } = matches;
  const testsByBenchmark = groupBy(
    catalog.tests.filter(({ id }) => matches.tests.get(id)?.words),
    ({ benchmark }) => benchmark,
  );
  if (testsByBenchmark.size === 0) return { cells: [], hasMore: false };
  const benchmarkOf = new Map(catalog.workloads.map(({ id, benchmark }) => [id, benchmark]));
  const variantOf = new Map(catalog.variants.map((variant) => [variant.id, variant]));
  // By how well they fit, the best first; within that in the order in which they are met.
  const byFit = new Map<number, SearchCell[]>();
  for (const heatmap of preferredHeatmaps(catalog)) {
    const benchmark = benchmarkOf.get(heatmap.workloadId);
    const tests = benchmark === undefined ? [] : (testsByBenchmark.get(benchmark) ?? []);
    if (tests.length === 0) continue;
    const place = joined(matches.servers.get(heatmap.serverId), matches.workloads.get(heatmap.workloadId));
    const variants = heatmap.variants.flatMap((id) => variantOf.get(id) ?? []);
    for (const { variant, match } of wantedColumns(variants, matches).reverse()) {
      addCells(byFit, { tests, matches, all, match: joined(place, match), heatmap, variant, variants });
    }
  }
  const cells = [...byFit].sort(([a], [b]) => b - a).flatMap(([, own]) => own);
  return { cells: cells.slice(0, MAX_CELLS), hasMore: cells.length > MAX_CELLS };
}

interface Column {
  variant: SearchVariant;
  match: Match;
}

/** The columns that a word names; without such a word the newest of each product. */
function wantedColumns(variants: readonly SearchVariant[], matches: CatalogMatches): Column[] {
  const columns = variants.map((variant) => ({
    variant,
    match: matches.variants.get(variant.id) ?? { words: 0, fit: 0 },
  }));
  const named = columns.filter(({ variant }) => matches.columns.get(variant.id)?.words);
  const newest = columns.filter(
    ({ variant }, index) => columns[index + 1]?.variant.product !== variant.product,
  );
  // A word that is also in a version may have meant the server: 8 is 8 cores and 8.0.
  return columns.filter((column) => named.includes(column) || newest.includes(column));
}

interface CellsOf {
  tests: readonly SearchTest[];
  matches: CatalogMatches;
  all: number;
  match: Match;
  heatmap: SearchHeatmap;
  variant: SearchVariant;
  variants: readonly SearchVariant[];
}

function addCells(
  byFit: Map<number, SearchCell[]>,
  { tests, matches, all, match, heatmap, variant, variants }: CellsOf,
): void {
  let base: number | null | undefined;
  for (const test of tests) {
    const whole = joined(match, matches.tests.get(test.id));
    if (whole.words !== all) continue;
    if (base === undefined) base = releaseBefore(heatmap, variants, variant)?.id ?? null;
    // Of two that fit alike, the one with a release to compare with.
    const fit = whole.fit + (base === null ? 0 : 0.5);
    const own = byFit.get(fit) ?? [];
    byFit.set(fit, own);
    if (own.length > MAX_CELLS) continue;
    own.push({
      server: heatmap.serverId,
      workload: heatmap.workloadId,
      variant: variant.id,
      base,
      test: test.id,
    });
  }
}

/**
 * The release before a variant in its heatmap, of the same product and build and with a config of its line.
 *
 * @param variants in release order
 */
export function releaseBefore(
  { lines }: Pick<SearchHeatmap, 'lines'>,
  variants: readonly SearchVariant[],
  variant: SearchVariant,
): SearchVariant | null {
  const { product, flavour, config, version } = variant;
  const joined = lines.find(
    (own) => own.product === product && own.flavour === flavour && own.configs.includes(config ?? ''),
  );
  const line = variants.filter(
    (other) =>
      other.product === product &&
      other.flavour === flavour &&
      (other.config === config || joined?.configs.includes(other.config ?? '')),
  );
  const place = line.findIndex((other) => other.version === version);
  return variant.known && place > 0 ? (line[place - 1] ?? null) : null;
}

/** One's own numbers first, then what was measured last. */
export function preferredHeatmaps({ heatmaps }: SearchCatalog): SearchHeatmap[] {
  // They come newest first, and sorting keeps that order.
  return heatmaps.toSorted((a, b) =>
    byOrigin({ workload: { origin: a.origin } }, { workload: { origin: b.origin } }),
  );
}
