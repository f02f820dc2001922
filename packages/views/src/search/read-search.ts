import type {
  Found,
  FoundCells,
  FoundRecord,
  FoundUpload,
  SearchCatalog,
  SearchCell,
  SearchedCounts,
  WordMeaning,
} from '@basecase/db/types';
import { compareVersions } from '@basecase/ingest/model';
import { countText } from '../text/words';
import { resultsOf } from './cell-results';
import { findCells } from './find-heatmaps';
import { pairResults, toPair } from './find-pairs';
import {
  type CatalogMatches,
  KIND_LABELS,
  matchCatalog,
  meaningsOf,
  type NothingFound,
  SEARCH_KINDS,
  type SearchGroup,
  type SearchKind,
  type SearchModel,
  type SearchResult,
  type SearchState,
  searchHref,
  toWords,
} from './match-catalog';

/** Where the search looks: a caller of the search router, or any other program. */
export interface SearchSource {
  /** All names; the same until something is written. */
  catalog(): Promise<SearchCatalog>;
  /** Asked when nothing was found. */
  counts(): Promise<SearchedCounts>;
  /** Which cells have a result, and the ratios of the first of them. */
  cells(input: { cells: SearchCell[]; limit: number }): Promise<FoundCells>;
  records(input: { meanings: WordMeaning[]; limit: number }): Promise<Found<FoundRecord>>;
  uploads(input: { meanings: WordMeaning[]; limit: number }): Promise<Found<FoundUpload>>;
}

/** Shorter texts are in nearly everything. */
const MIN_LETTERS = 2;

/**
 * Finds what has every word, by kind.
 *
 * @param limit results of each kind that are listed
 */
export async function readSearch(
  source: SearchSource,
  { q, kind }: SearchState,
  limit: number,
): Promise<SearchModel> {
  const words = toWords(q);
  const empty: SearchModel = { q, kind, groups: [], count: '', nothing: null };
  if (words.join('').length < MIN_LETTERS) return empty;
  const pair = toPair(q);
  if (pair && (kind === '' || kind === 'heatmap')) {
    const found = pairResults(await source.catalog(), pair);
    if (found.length > 0) return pairModel({ ...empty, q }, found, limit);
  }
  const matches = matchCatalog(await source.catalog(), words);
  const isAsked = (each: SearchKind) => kind === '' || kind === each;
  const meanings = meaningsOf(matches);
  // A heatmap with a word about tests has to have such a test.
  const { cells, hasMore } =
    isAsked('test') || isAsked('heatmap') ? findCells(matches) : { cells: [], hasMore: false };
  const [found, records, uploads] = await Promise.all([
    source.cells({ cells, limit }),
    isAsked('record') ? source.records({ meanings, limit }) : NOTHING,
    isAsked('upload') ? source.uploads({ meanings, limit }) : NOTHING,
  ]);
  const groups = SEARCH_KINDS.filter(isAsked).flatMap((each): SearchGroup[] => {
    const { total, results } = resultsOf(each, matches, { found, records, uploads, limit });
    if (results.length === 0) return [];
    const isAtLeast = each === 'test' && hasMore;
    const count = countOf(results.length, { total, isAtLeast });
    return [{ kind: each, label: KIND_LABELS[each], count, total, isAtLeast, results }];
  });
  const shown = groups.reduce((sum, { results }) => sum + results.length, 0);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const isAtLeast = groups.some((group) => group.isAtLeast);
  return {
    q,
    kind,
    groups,
    count: countOf(shown, { total, isAtLeast }),
    nothing: shown === 0 ? nothingFound({ ...matches, counts: await source.counts() }, kind) : null,
  };
}

/** Two versions of one heatmap: the only answer, where there is one. */
function pairModel(model: SearchModel, found: SearchResult[], limit: number): SearchModel {
  const results = found.slice(0, limit);
  const count = countOf(results.length, { total: found.length, isAtLeast: false });
  const group: SearchGroup = {
    ...{ kind: 'heatmap', label: 'Compare two versions', count, total: found.length },
    ...{ isAtLeast: false, results },
  };
  return { ...model, groups: [group], count };
}

const NOTHING = { total: 0, items: [] };

function countOf(shown: number, { total, isAtLeast }: { total: number; isAtLeast: boolean }): string {
  if (isAtLeast) return `${shown} of more than ${total}`;
  return shown === total ? String(total) : `${shown} of ${total}`;
}

/** Suggestions, and the places searched. */
function nothingFound(
  matches: CatalogMatches & { counts: SearchedCounts },
  kind: SearchKind | '',
): NothingFound {
  const { words, catalog, counts } = matches;
  const near = findNearWords(matches);
  const nameOf = new Map(near.map(({ word, near: name }) => [word, name]));
  const corrected = words.map((word) => nameOf.get(word) ?? word).join(' ');
  const isCorrectable = near.length > 0 && near.every(({ near: name }) => name !== null);
  const fewer =
    near.length > 0 || words.length < 2
      ? []
      : words.map((word) => {
          const text = words.filter((other) => other !== word).join(' ');
          return { text, href: searchHref({ q: text, kind }) };
        });
  const versions = new Set(catalog.variants.map(({ product, version }) => `${product} ${version}`));
  const lookedIn = [
    countText(new Set(catalog.tests.map(({ key }) => key)).size, 'test'),
    countText(versions.size, 'version'),
    countText(catalog.servers.length, 'server'),
    countText(catalog.heatmaps.length, 'heatmap'),
    countText(counts.records, 'record'),
    countText(counts.uploads, 'upload'),
  ];
  return {
    near,
    instead: isCorrectable ? { text: corrected, href: searchHref({ q: corrected, kind }) } : null,
    fewer,
    lookedIn: `Looked in: ${lookedIn.join(', ')}. Files inside uploads are not searched.`,
  };
}

/** Words that are not stored, and what may have been meant. */
interface NearWord {
  word: string;
  /** A name that is stored; null when none is near. */
  near: string | null;
  /** Why: `newest 18`. */
  note: string;
}

/** As far from a word as this many letters are. */
const MAX_DISTANCE = 2;

/** The words that occur nowhere, each with the nearest name. */
function findNearWords({ catalog, words, ...matches }: CatalogMatches): NearWord[] {
  const fields = [matches.servers, matches.workloads, matches.tests, matches.variants];
  return words
    .filter((_, index) =>
      fields.every((found) => ![...found.values()].some((match) => match.words & (1 << index))),
    )
    .map((word) => nearestOf(word, catalog));
}

function nearestOf(word: string, catalog: SearchCatalog): NearWord {
  const version = /^\d+(?:\.\d+)+/.test(word) ? nearestVersion(word, catalog) : null;
  if (version) return { word, ...version };
  const names = [
    ...catalog.tests.map(({ name }) => name),
    ...catalog.servers.map(({ name }) => name),
    ...catalog.variants.map(({ product }) => product),
    ...catalog.variants.map(({ version: name }) => name),
  ];
  const near = [...new Set(names)]
    .map((name) => ({ name, distance: editDistance(word, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.min(MAX_DISTANCE, Math.floor(word.length / 2)))
    .sort((a, b) => a.distance - b.distance)[0];
  return { word, near: near?.name ?? null, note: '' };
}

/** The newest release with the most leading parts in common: 18.4 for 18.9. */
function nearestVersion(word: string, { variants }: SearchCatalog): { near: string; note: string } | null {
  const parts = word.split('.');
  for (let count = parts.length - 1; count > 0; count -= 1) {
    const stem = parts.slice(0, count).join('.');
    const found = variants
      .map(({ version }) => version)
      .filter((version) => version === stem || version.startsWith(`${stem}.`))
      .sort(compareVersions)
      .at(-1);
    if (found !== undefined) return { near: found, note: `newest ${stem}` };
  }
  return null;
}

/** Letters to add, to leave out, to change, or to swap with the next one: optimal string alignment. */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_DISTANCE) return MAX_DISTANCE + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
