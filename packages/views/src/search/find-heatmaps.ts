import type { FoundCells, SearchHeatmap, SearchVariant } from '@basecase/db/types';
import { compareVersions } from '@basecase/ingest/model';
import { preferredHeatmaps } from './find-cells';
import { type CatalogMatches, joined, NO_MATCH } from './match-catalog';

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
