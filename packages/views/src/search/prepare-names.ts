import type { SearchHeatmap, SearchVariant } from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import { compareHref } from '../compare/compare-state';
import { countText } from '../text/count-text';
import { fullServerName } from '../text/server-name';
import { trendsHref } from '../trends/trends-state';
import { serverHref } from '../url/server-href';
import { namesOf } from './catalog-names';
import { releaseBefore } from './find-cells';
import type { FoundVersion } from './find-heatmaps';
import { markWords } from './mark-words';
import type { CatalogMatches } from './match-catalog';
import type { SearchResult } from './search-model';

/** Memory is sold in powers of two. */
const GB = 1024 ** 3;

/** Heatmaps as results; words about tests filter its rows. */
export function prepareHeatmaps(matches: CatalogMatches, heatmaps: readonly SearchHeatmap[]): SearchResult[] {
  const { catalog, words } = matches;
  const { server: serverOf, workload: workloadOf, variant: variantOf } = namesOf(catalog);
  return heatmaps.flatMap((heatmap): SearchResult[] => {
    const [server, workload] = [serverOf(heatmap.serverId), workloadOf(heatmap.workloadId)];
    if (!server || !workload) return [];
    const variants = heatmap.variants.flatMap((id) => variantOf(id) ?? []);
    const detail = [fullServerName(server), workload.label, ...workload.details];
    return [
      {
        kind: 'heatmap',
        title: markWords(versionsText(variants), words),
        aside: '',
        detail: markWords(detail.join(', '), words),
        end: countText(variants.length, 'column'),
        trend: null,
        href: compareHref({
          server: server.slug,
          workload: workload.slug,
          q: testWords(matches, heatmap, workload.benchmark).join(' '),
        }),
      },
    ];
  });
}

/** Words that only a test of the heatmap has. */
function testWords(matches: CatalogMatches, heatmap: SearchHeatmap, benchmark: string): string[] {
  const own = [
    matches.servers.get(heatmap.serverId),
    matches.workloads.get(heatmap.workloadId),
    ...heatmap.variants.map((id) => matches.variants.get(id)),
  ].reduce((words, match) => words | (match?.words ?? 0), 0);
  const ofTests = matches.catalog.tests
    .filter((test) => test.benchmark === benchmark)
    .reduce((words, { id }) => words | (matches.tests.get(id)?.words ?? 0), 0);
  return matches.words.filter((_, index) => ofTests & ~own & (1 << index));
}

/** `MySQL 5.6.51 to 9.5.0; PostgreSQL 18.4`. */
function versionsText(variants: readonly SearchVariant[]): string {
  const products = [...new Set(variants.map(({ product }) => product))];
  return products
    .map((product) => {
      const own = variants.filter((variant) => variant.product === product);
      const [first, last] = [own[0]?.version, own.at(-1)?.version];
      return first === last ? `${product} ${first}` : `${product} ${first} to ${last}`;
    })
    .join('; ');
}

/** Versions as results: each opens the heatmap with most columns, against the release before, what fell most first. */
export function prepareVersions(
  { catalog, words }: CatalogMatches,
  versions: readonly FoundVersion[],
): SearchResult[] {
  const { server: serverOf, workload: workloadOf, variant: variantOf } = namesOf(catalog);
  return versions.flatMap(({ product, version, heatmaps }): SearchResult[] => {
    const [best] = heatmaps.toSorted((a, b) => b.variants.length - a.variants.length);
    const [server, workload] = [serverOf(best?.serverId ?? 0), workloadOf(best?.workloadId ?? 0)];
    if (!best || !server || !workload) return [];
    const variants = best.variants.flatMap((id) => variantOf(id) ?? []);
    const own = variants.filter((variant) => variant.product === product && variant.version === version);
    const compared = own.find((variant) => releaseBefore(variants, variant) !== null) ?? own[0];
    const before = compared ? releaseBefore(variants, compared) : null;
    const servers = new Set(heatmaps.map(({ serverId }) => serverId)).size;
    return [
      {
        kind: 'version',
        title: markWords(`${product} ${version}`, words),
        aside: before ? `against ${before.version}` : '',
        detail: markWords(`${fullServerName(server)}, ${workload.label}`, words),
        end: countText(servers, 'server'),
        trend: null,
        href: compareHref({
          server: server.slug,
          workload: workload.slug,
          base: before?.slug ?? '',
          sort: before && compared ? compared.slug : '',
          show: compared?.slug ?? '',
        }),
      },
    ];
  });
}

/** Products as results: each opens all of its releases. */
export function prepareProducts(
  { catalog, words }: CatalogMatches,
  products: readonly string[],
): SearchResult[] {
  const { variant: variantOf, workload: workloadOf } = namesOf(catalog);
  return products.map((product) => {
    const heatmaps = catalog.heatmaps.filter(({ variants }) =>
      variants.some((id) => variantOf(id)?.product === product),
    );
    const versions = new Set(
      catalog.variants.filter((variant) => variant.product === product).map(({ version }) => version),
    );
    const benchmarks = new Set(heatmaps.flatMap(({ workloadId }) => workloadOf(workloadId)?.benchmark ?? []));
    const servers = new Set(heatmaps.map(({ serverId }) => serverId));
    const detail = `${countText(versions.size, 'version')}; ${[...benchmarks].map((id) => benchmarkModel(id).name).join(', ')}`;
    return {
      kind: 'product',
      title: markWords(product, words),
      aside: '',
      detail: markWords(detail, words),
      end: countText(servers.size, 'server'),
      trend: null,
      href: trendsHref({ product }),
    };
  });
}

/** Servers as results, with what tells them apart. */
export function prepareServers({ catalog, words }: CatalogMatches, ids: readonly number[]): SearchResult[] {
  const { server: serverOf } = namesOf(catalog);
  return ids.flatMap((id): SearchResult[] => {
    const server = serverOf(id);
    if (!server) return [];
    const { cpu, memoryBytes, storage, products } = server;
    const facts = [
      cpu,
      memoryBytes === null ? null : `${Math.round(memoryBytes / GB)} GB`,
      storage,
      products.join(', '),
    ];
    return [
      {
        kind: 'server',
        title: markWords(fullServerName(server), words),
        aside: '',
        detail: markWords(facts.filter(Boolean).join(', '), words),
        end: countText(server.runs, 'run'),
        trend: null,
        href: serverHref(server.slug),
      },
    ];
  });
}
