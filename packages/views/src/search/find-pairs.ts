import type { SearchCatalog, SearchHeatmap, SearchVariant } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';
import { fullServerName } from '../text/words';
import { namesOf } from './catalog-names';
import { markWords } from './cell-results';
import { preferredHeatmaps } from './find-heatmaps';
import { type CatalogMatches, joined, matchCatalog, type SearchResult, toWords } from './match-catalog';

/** Two sides of a comparison as words: `9.4.0` and `9.5.0 48`. */
export interface AskedPair {
  base: string[];
  judged: string[];
}

/** Between two versions: `9.4.0..9.5.0`, `9.4.0 vs 9.5.0 48`, `9.5.0 against 9.4.0`, which turns them around. */
const BETWEEN = /\s*\.{2,3}\s*|\s+(?:vs\.?|versus)\s+/i;
const TURNED = /\s+against\s+/i;

/** Reads a comparison of two versions or commits; null for any other text. */
export function toPair(text: string): AskedPair | null {
  const [first, second, ...more] = text.split(BETWEEN);
  if (second !== undefined) return more.length > 0 ? null : sides(first ?? '', second);
  const [judged, base, ...rest] = text.split(TURNED);
  return base === undefined || rest.length > 0 ? null : sides(base, judged ?? '');
}

function sides(base: string, judged: string): AskedPair | null {
  const pair = { base: toWords(base), judged: toWords(judged) };
  return pair.base.length > 0 && pair.judged.length > 0 ? pair : null;
}

interface FoundPair {
  heatmap: SearchHeatmap;
  base: SearchVariant;
  judged: SearchVariant;
  fit: number;
}

/**
 * Heatmaps that have both versions. A word of either side may name the product, the server or the workload instead: `48` is
 * 48 cores. If a version has two configs, the config that both versions have is preferred.
 */
function findPairs(catalog: SearchCatalog, { base, judged }: AskedPair): FoundPair[] {
  const [one, two] = [matchCatalog(catalog, base), matchCatalog(catalog, judged)];
  const { variant } = namesOf(catalog);
  return preferredHeatmaps(catalog)
    .flatMap((heatmap): FoundPair[] => {
      const variants = heatmap.variants.flatMap((id) => variant(id) ?? []);
      const [bases, others] = [one, two].map((matches) => wanted(matches, heatmap, variants));
      const pairs = (bases ?? []).flatMap((own) =>
        (others ?? []).flatMap((other): FoundPair[] => {
          if (own.variant.id === other.variant.id || own.variant.product !== other.variant.product) return [];
          const isAlike = own.variant.config === other.variant.config;
          const fit = own.fit + other.fit + (isAlike ? 1 : 0);
          return [{ heatmap, base: own.variant, judged: other.variant, fit }];
        }),
      );
      const best = pairs.toSorted((a, b) => b.fit - a.fit)[0];
      return best ? [best] : [];
    })
    .sort((a, b) => b.fit - a.fit);
}

/** Variants that have every word of a side together with the place; one word names the column. */
function wanted(matches: CatalogMatches, heatmap: SearchHeatmap, variants: readonly SearchVariant[]) {
  const place = joined(matches.servers.get(heatmap.serverId), matches.workloads.get(heatmap.workloadId));
  return variants.flatMap((variant) => {
    const match = joined(place, matches.variants.get(variant.id));
    const isNamed = (matches.columns.get(variant.id)?.words ?? 0) > 0;
    return match.words === matches.all && isNamed ? [{ variant, fit: match.fit }] : [];
  });
}

/** Each heatmap that has both versions, opened at the two of them. */
export function pairResults(catalog: SearchCatalog, pair: AskedPair): SearchResult[] {
  const { server: serverOf, workload: workloadOf } = namesOf(catalog);
  const words = [...pair.base, ...pair.judged];
  return findPairs(catalog, pair).flatMap(({ heatmap, base, judged }): SearchResult[] => {
    const [server, workload] = [serverOf(heatmap.serverId), workloadOf(heatmap.workloadId)];
    if (!server || !workload) return [];
    const detail = [fullServerName(server), workload.label, ...workload.details].join(', ');
    return [
      {
        kind: 'heatmap',
        title: markWords(`${judged.product} ${judged.version} against ${base.version}`, words),
        aside: base.config === judged.config ? '' : `${judged.config ?? '–'} against ${base.config ?? '–'}`,
        detail: markWords(detail, words),
        end: 'compare',
        trend: null,
        href: pairHref({ server: server.slug, workload: workload.slug }, base.slug, judged.slug),
      },
    ];
  });
}

/** The two columns alone, the first as the base. */
export function pairHref(place: { server: string; workload: string }, base: string, judged: string): string {
  return compareHref({ ...place, base, cols: [base, judged] });
}
