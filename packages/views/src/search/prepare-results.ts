import { formatRatio } from '@basecase/analysis';
import type { Found, FoundCells, FoundRecord, FoundUpload } from '@basecase/db/types';
import { readBuildName, versionLabel } from '@basecase/ingest/model';
import { countText } from '../text/count-text';
import { fullServerName } from '../text/server-name';
import { dayText } from '../text/time-text';
import { namesOf } from './catalog-names';
import { findHeatmaps, findVersions } from './find-heatmaps';
import { markWords } from './mark-words';
import type { CatalogMatches } from './match-catalog';
import { prepareCells } from './prepare-cells';
import { prepareHeatmaps, prepareProducts, prepareServers, prepareVersions } from './prepare-names';
import type { SearchResult } from './search-model';
import type { SearchKind } from './search-state';

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
      return { total: found.total, results: prepareCells(matches, found.cells) };
    case 'heatmap':
      return cut(findHeatmaps(matches, found.heatmaps), limit, (heatmaps) =>
        prepareHeatmaps(matches, heatmaps),
      );
    case 'version':
      return cut(findVersions(matches), limit, (versions) => prepareVersions(matches, versions));
    case 'product':
      return cut(fullMatches(matches.products, matches.all), limit, (names) =>
        prepareProducts(matches, names),
      );
    case 'server':
      return cut(fullMatches(matches.servers, matches.all), limit, (ids) => prepareServers(matches, ids));
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
  const place = server(record.serverId);
  const where = [place ? fullServerName(place) : '', workload(record.workloadId)?.label ?? ''];
  const build = readBuildName(firstBad);
  // Whether the test of a build was measured lately is not known here.
  const still = lastSeen === firstBad || build ? '' : `still there in ${lastSeen}`;
  const since = build ? `${build.label}, ${product} ${build.version}` : `${product} ${firstBad}`;
  const detail = [...where, isSure ? '' : 'possible', state.replace('_', ' '), still]
    .filter(Boolean)
    .join(', ');
  return {
    kind: 'record',
    title: markWords(`${test.name} ${build ? 'got' : 'is'} ${direction} since ${since}`, words),
    aside: test.range === null ? '' : `range=${test.range}`,
    detail: markWords(`${detail}, against ${versionLabel(lastGood)}`, words),
    end: formatRatio(ratio),
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
