import type { SearchCatalog, SearchVariant, WordMeaning } from '@basecase/db/types';
import { fitProduct, fitServer, fitTest, fitText, fitVersion } from './search-words';

/** Which words something has, as bits, and how well they fit together. */
export interface Match {
  words: number;
  fit: number;
}

/** What the words of a search mean for each name of the catalog, by id. */
export interface CatalogMatches {
  words: string[];
  /** All bits. */
  all: number;
  servers: ReadonlyMap<number, Match>;
  workloads: ReadonlyMap<number, Match>;
  tests: ReadonlyMap<number, Match>;
  variants: ReadonlyMap<number, Match>;
  /** Words in the version, config or build of a variant: they choose the column. */
  columns: ReadonlyMap<number, Match>;
  products: ReadonlyMap<string, Match>;
  catalog: SearchCatalog;
}

/** Looks for each word in each name: the only step whose cost follows the number of names. */
export function matchCatalog(catalog: SearchCatalog, words: string[]): CatalogMatches {
  const matchAll = <Item, Key>(
    items: readonly Item[],
    keyOf: (item: Item) => Key,
    fitOf: (word: string, item: Item) => number,
  ) => new Map(items.map((item) => [keyOf(item), matchWords(words, (word) => fitOf(word, item))]));
  const fitColumn = (word: string, { version, config, flavour }: SearchVariant) =>
    Math.max(fitVersion(word, version), fitText(word, config), fitText(word, flavour));
  const products = [...new Set(catalog.variants.map(({ product }) => product))];
  const byProduct = matchAll(products, (product) => product, fitProduct);
  const columns = matchAll(catalog.variants, ({ id }) => id, fitColumn);
  return {
    words,
    all: (1 << words.length) - 1,
    servers: matchAll(catalog.servers, ({ id }) => id, fitServer),
    workloads: matchAll(
      catalog.workloads,
      ({ id }) => id,
      (word, { label, details }) => fitText(word, [label, ...details].join(' ')),
    ),
    tests: matchAll(catalog.tests, ({ id }) => id, fitTest),
    variants: new Map(
      catalog.variants.map(({ id, product }) => [id, joined(columns.get(id), byProduct.get(product))]),
    ),
    columns,
    products: byProduct,
    catalog,
  };
}

function matchWords(words: readonly string[], fitOf: (word: string) => number): Match {
  let [bits, sum] = [0, 0];
  words.forEach((word, index) => {
    const fit = fitOf(word);
    if (fit > 0) bits |= 1 << index;
    sum += fit;
  });
  return { words: bits, fit: sum };
}

export const NO_MATCH: Match = { words: 0, fit: 0 };

export function joined(...matches: readonly (Match | undefined)[]): Match {
  let [words, fit] = [0, 0];
  for (const match of matches) {
    words |= match?.words ?? 0;
    fit += match?.fit ?? 0;
  }
  return { words, fit };
}

/** For the database: the possible ids of each word. */
export function meaningsOf(matches: CatalogMatches): WordMeaning[] {
  return matches.words.map((word, index) => {
    const bit = 1 << index;
    const idsOf = (found: ReadonlyMap<number, Match>) =>
      [...found].flatMap(([id, match]) => (match.words & bit ? [id] : []));
    return {
      word,
      servers: idsOf(matches.servers),
      workloads: idsOf(matches.workloads),
      tests: idsOf(matches.tests),
      variants: idsOf(matches.variants),
    };
  });
}
