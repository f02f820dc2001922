import type { SearchCatalog } from '@basecase/db/types';
import { compareVersions } from '@basecase/ingest/model';
import type { CatalogMatches } from './match-catalog';

/** Words that are not stored, and what may have been meant. */
export interface NearWord {
  word: string;
  /** A name that is stored; null when none is near. */
  near: string | null;
  /** Why: `newest 18`. */
  note: string;
}

/** As far from a word as this many letters are. */
const MAX_DISTANCE = 2;

/** The words that occur nowhere, each with the nearest name. */
export function findNearWords({ catalog, words, ...matches }: CatalogMatches): NearWord[] {
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
