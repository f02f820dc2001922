import { formatRatio } from '@basecase/analysis';
import type {
  Found,
  FoundCell,
  FoundCells,
  FoundRecord,
  FoundUpload,
  SearchHeatmap,
  SearchVariant,
} from '@basecase/db/types';
import { benchmarkModel, readBuildName, versionLabel } from '@basecase/ingest/model';
import { SHOWN_UNASKED } from '../compare/choose-columns';
import { compareHref } from '../compare/compare-state';
import { clientCountsText } from '../compare/open-href';
import { STOPPED } from '../regressions/stop-words';
import { countText, dayText, fullServerName } from '../text/words';
import { trendsHref } from '../trends/trends-state';
import { serverHref } from '../url/hrefs';
import { namesOf } from './catalog-names';
import { type FoundVersion, findHeatmaps, findVersions, releaseBefore } from './find-heatmaps';
import type { CatalogMatches, SearchKind, SearchResult, TextPart } from './match-catalog';

interface FoundByDatabase {
  found: FoundCells;
  records: Found<FoundRecord>;
  uploads: Found<FoundUpload>;
  limit: number;
}

/** What was found of one kind, and how much there is of it. */
export function resultsOf(
  kind: SearchKind,
  matches: CatalogMatches,
  { found, records, uploads, limit }: FoundByDatabase,
): { total: number; results: SearchResult[] } {
  switch (kind) {
    case 'test':
      return { total: found.total, results: cellResults(matches, found.cells) };
    case 'heatmap':
      return cut(openedOnce(matches, findHeatmaps(matches, found.heatmaps)), limit, (heatmaps) =>
        heatmapResults(matches, heatmaps),
      );
    case 'version':
      return cut(findVersions(matches), limit, (versions) => versionResults(matches, versions));
    case 'product':
      return cut(fullMatches(matches.products, matches.all), limit, (names) =>
        productResults(matches, names),
      );
    case 'server':
      return cut(fullMatches(matches.servers, matches.all), limit, (ids) => serverResults(matches, ids));
    case 'record':
      return { total: records.total, results: records.items.map((record) => toRecord(matches, record)) };
    case 'upload':
      return { total: uploads.total, results: uploads.items.map((upload) => toUpload(matches, upload)) };
  }
}

/** Keys that have every word, the best fit first. */
function fullMatches<Key>(found: ReadonlyMap<Key, { words: number; fit: number }>, all: number): Key[] {
  return [...found]
    .filter(([, { words }]) => words === all)
    .sort(([, a], [, b]) => b.fit - a.fit)
    .map(([key]) => key);
}

function cut<Item>(
  items: readonly Item[],
  limit: number,
  prepare: (items: Item[]) => SearchResult[],
): { total: number; results: SearchResult[] } {
  return { total: items.length, results: prepare(items.slice(0, limit)) };
}

function toRecord(matches: CatalogMatches, record: FoundRecord): SearchResult {
  const { words } = matches;
  const { server, workload } = namesOf(matches.catalog);
  const { slug, kind, test, product, firstBad, lastGood, lastSeen, ratio, isSure, state } = record;
  const direction = kind === 'regression' ? 'slower' : 'faster';
  const isStop = ratio === null;
  const place = server(record.serverId);
  const where = [place ? fullServerName(place) : '', workload(record.workloadId)?.label ?? ''];
  const build = readBuildName(firstBad);
  // Whether the test of a build was measured lately is not known here.
  const still = lastSeen === firstBad || build ? '' : `still there in ${lastSeen}`;
  const since = build ? `${build.label}, ${product} ${build.version}` : `${product} ${firstBad}`;
  const detail = [...where, isSure ? '' : 'likely', state.replace('_', ' '), still]
    .filter(Boolean)
    .join(', ');
  return {
    kind: 'record',
    title: markWords(
      isStop
        ? `${test.name} stopped working in ${since}`
        : `${test.name} ${build ? 'got' : 'is'} ${direction} since ${since}`,
      words,
    ),
    aside: test.range === null ? '' : `range=${test.range}`,
    detail: markWords(`${detail}, against ${versionLabel(lastGood)}`, words),
    end: isStop ? STOPPED : formatRatio(ratio),
    trend: isSure ? direction : null,
    href: `/r/${slug}`,
  };
}

function toUpload({ words }: CatalogMatches, upload: FoundUpload): SearchResult {
  const { id, filename, state, server, results, createdAt } = upload;
  const detail = [countText(results, 'result'), `sent ${dayText(createdAt)}`, server ? `for ${server}` : ''];
  return {
    kind: 'upload',
    title: markWords(filename, words),
    aside: '',
    detail: markWords(detail.filter(Boolean).join(', '), words),
    end: state,
    trend: null,
    href: `/uploads/${id}`,
  };
}

/** Cells as results: each opens the heatmap at the cell, with the release before as the base. */
function cellResults({ catalog, words }: CatalogMatches, cells: readonly FoundCell[]): SearchResult[] {
  const names = namesOf(catalog);
  return cells.flatMap((cell): SearchResult[] => {
    const [server, workload] = [names.server(cell.server), names.workload(cell.workload)];
    const [test, variant] = [names.test(cell.test), names.variant(cell.variant)];
    if (!server || !workload || !test || !variant) return [];
    const base = cell.base === null ? undefined : names.variant(cell.base);
    const columns = names.heatmap(cell.server, cell.workload)?.variants.length ?? 0;
    const title = [`${test.name}, ${variant.product} ${variant.version}`, variant.flavour, variant.config];
    const detail = [
      fullServerName(server),
      base ? `against ${base.version}` : 'no release before it',
      workload.label,
      ...workload.details,
    ];
    return [
      {
        kind: 'test',
        title: markWords(title.filter(Boolean).join(' '), words),
        aside: test.range === null ? '' : `range=${test.range}`,
        detail: markWords(detail.join(', '), words),
        end: cell.ratio === null ? '' : formatRatio(cell.ratio),
        trend: trendOf(cell.record),
        href: compareHref({
          server: server.slug,
          workload: workload.slug,
          base: base?.slug ?? '',
          // A heatmap of many versions does not show all of them unasked.
          cols: columns > SHOWN_UNASKED ? [...(base ? [base.slug] : []), variant.slug] : [],
          cell: { test: test.key, column: variant.slug },
        }),
      },
    ];
  });
}

function trendOf(record: FoundCell['record']): SearchResult['trend'] {
  if (record === null) return null;
  return record === 'regression' ? 'slower' : 'faster';
}

/** Memory is sold in powers of two. */
const GB = 1024 ** 3;

/** Heatmaps that open as one sweep are one result. */
function openedOnce({ catalog }: CatalogMatches, heatmaps: readonly SearchHeatmap[]): SearchHeatmap[] {
  const { server, workload, opening } = namesOf(catalog);
  return opening.once(heatmaps, ({ serverId, workloadId }) => ({
    server: server(serverId)?.slug ?? '',
    workload: workload(workloadId)?.slug ?? '',
  }));
}

/** Heatmaps as results; words about tests filter its rows. */
function heatmapResults(matches: CatalogMatches, heatmaps: readonly SearchHeatmap[]): SearchResult[] {
  const { catalog, words } = matches;
  const { server: serverOf, workload: workloadOf, variant: variantOf, opening } = namesOf(catalog);
  return heatmaps.flatMap((heatmap): SearchResult[] => {
    const [server, workload] = [serverOf(heatmap.serverId), workloadOf(heatmap.workloadId)];
    if (!server || !workload) return [];
    const variants = heatmap.variants.flatMap((id) => variantOf(id) ?? []);
    const sweep = opening.sweep({ server: server.slug, workload: workload.slug });
    const details = sweep ? [`at ${clientCountsText(sweep.clients)}`] : workload.details;
    const detail = [fullServerName(server), workload.label, ...details];
    return [
      {
        kind: 'heatmap',
        title: markWords(versionsText(variants), words),
        aside: '',
        detail: markWords(detail.join(', '), words),
        end: countText(variants.length, 'column'),
        trend: null,
        href: opening.href(
          { server: server.slug, workload: workload.slug },
          { q: testWords(matches, heatmap, workload.benchmark).join(' ') },
        ),
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

/** `MySQL 5.6.51 to 9.5.0; PostgreSQL 18.4`. Names that are not versions have no place among them: they are named alone. */
function versionsText(variants: readonly SearchVariant[]): string {
  const products = [...new Set(variants.map(({ product }) => product))];
  return products
    .map((product) => {
      const all = variants.filter((variant) => variant.product === product);
      const known = all.filter((variant) => variant.known);
      const own = known.length > 0 ? known : all;
      const [first, last] = [own[0]?.version, own.at(-1)?.version];
      return first === last ? `${product} ${first}` : `${product} ${first} to ${last}`;
    })
    .join('; ');
}

/** Versions as results: each opens the heatmap with most columns, against the release before, what fell most first. */
function versionResults(
  { catalog, words }: CatalogMatches,
  versions: readonly FoundVersion[],
): SearchResult[] {
  const { server: serverOf, workload: workloadOf, variant: variantOf, opening } = namesOf(catalog);
  return versions.flatMap(({ product, version, heatmaps }): SearchResult[] => {
    const [best] = heatmaps.toSorted((a, b) => b.variants.length - a.variants.length);
    const [server, workload] = [serverOf(best?.serverId ?? 0), workloadOf(best?.workloadId ?? 0)];
    if (!best || !server || !workload) return [];
    const variants = best.variants.flatMap((id) => variantOf(id) ?? []);
    const own = variants.filter((variant) => variant.product === product && variant.version === version);
    const compared = own.find((variant) => releaseBefore(best, variants, variant) !== null) ?? own[0];
    const before = compared ? releaseBefore(best, variants, compared) : null;
    const servers = new Set(heatmaps.map(({ serverId }) => serverId)).size;
    return [
      {
        kind: 'version',
        title: markWords(`${product} ${version}`, words),
        aside: before ? `against ${before.version}` : '',
        detail: markWords(`${fullServerName(server)}, ${workload.label}`, words),
        end: countText(servers, 'server'),
        trend: null,
        href: opening.href(
          { server: server.slug, workload: workload.slug },
          {
            base: before?.slug ?? '',
            sort: before && compared ? compared.slug : '',
            show: compared?.slug ?? '',
          },
        ),
      },
    ];
  });
}

/** Products as results: each opens all of its releases. */
function productResults({ catalog, words }: CatalogMatches, products: readonly string[]): SearchResult[] {
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
function serverResults({ catalog, words }: CatalogMatches, ids: readonly number[]): SearchResult[] {
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

/** Cuts a text where words begin and end, whatever their case; where words overlap they are one part. */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const lower = text.toLowerCase();
  const marked = new Uint8Array(text.length);
  // A letter that is longer in lower case would move all marks after it.
  if (lower.length === text.length) {
    for (const word of words) {
      for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
        if (!isInsideNumber(lower, at, word)) marked.fill(1, at, at + word.length);
      }
    }
  }
  const parts: TextPart[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && marked[to] === marked[from]) to += 1;
    parts.push({ text: text.slice(from, to), isMarked: marked[from] === 1 });
    from = to;
  }
  return parts;
}

/** The 18 of 2018 was not meant. */
function isInsideNumber(text: string, at: number, word: string): boolean {
  const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);
  return (
    (isDigit(word[0]) && isDigit(text[at - 1])) || (isDigit(word.at(-1)) && isDigit(text[at + word.length]))
  );
}
