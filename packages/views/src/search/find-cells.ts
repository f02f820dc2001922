import type { SearchCatalog, SearchCell, SearchHeatmap, SearchTest, SearchVariant } from '@basecase/db/types';
import { byOrigin } from '../results/heatmap-order';
import { groupBy } from '../text/group-by';
import { type CatalogMatches, joined, type Match } from './match-catalog';

/** Cells that are looked up at most; more than anybody reads. */
const MAX_CELLS = 100;

export interface CellCandidates {
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
    if (base === undefined) base = releaseBefore(variants, variant)?.id ?? null;
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
 * The release before a variant in its heatmap, of the same product, config and build.
 *
 * @param variants in release order
 */
export function releaseBefore(
  variants: readonly SearchVariant[],
  variant: SearchVariant,
): SearchVariant | null {
  const { product, flavour, config, version } = variant;
  const line = variants.filter(
    (other) => other.product === product && other.flavour === flavour && other.config === config,
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
