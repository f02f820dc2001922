import type { SearchedCounts } from '@basecase/db/types';
import { countText } from '../text/count-text';
import type { CatalogMatches } from './match-catalog';
import { findNearWords } from './near-words';
import type { NothingFound } from './search-model';
import { type SearchKind, searchHref } from './search-state';

/** Suggestions, and the places searched. */
export function prepareNothing(
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
