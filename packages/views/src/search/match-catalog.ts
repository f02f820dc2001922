import type { SearchCatalog, SearchVariant, WordMeaning } from '@basecase/db/types';
import { lookUp } from '@basecase/ingest/model';
import { oneOf, search } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** Which words something has, as bits, and how well they fit together. */
export interface Match {
  words: number;
  fit: number;
}

/** What the words of a search mean for each name of the catalog, by id. */
export type CatalogMatches = ReturnType<typeof matchCatalog>;

/** Looks for each word in each name: the only step whose cost follows the number of names. */
export function matchCatalog(catalog: SearchCatalog, words: string[]) {
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
    /** All bits. */
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
    /** Words in the version, config or build of a variant: they choose the column. */
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

/** More words than this are not looked for: nothing has so many. */
const MAX_WORDS = 8;

/** What is usually typed for a product. */
const ALIASES: Readonly<Record<string, string>> = { pg: 'postgresql', psql: 'postgresql' };

/** Words of a search, in lower case, each once. */
export function toWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[\s,@×]+/)
    .filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** How well a word fits: 0 not at all, 1 somewhere inside, 2 as the beginning, 3 as the whole. */
type Fit = 0 | 1 | 2 | 3;

const NUMBER = /^\d+$/;

/** A word in a name. Of a number only the whole number counts: `5` is not in `pn53`. */
function fitName(word: string, name: string): Fit {
  const text = name.toLowerCase();
  if (text === word) return 3;
  if (NUMBER.test(word)) return text.split(/\D+/).includes(word) ? 1 : 0;
  if (text.startsWith(word)) return 2;
  return text.includes(word) ? 1 : 0;
}

/** A version by its first parts: `9.5` is 9.5.0 and not 9.50, `18` is 18.4 and 18beta1. */
export function fitVersion(word: string, version: string): Fit {
  const text = version.toLowerCase();
  const asked = word.replace(/^v(?=\d)/, '');
  if (text === asked) return 3;
  if (isCommit(asked)) return isOfCommit(asked, text) ? 3 : 0;
  if (/^\d/.test(asked)) {
    return text.startsWith(asked) && !/^\d/.test(text.slice(asked.length)) ? 2 : 0;
  }
  return asked.length > 1 && text.includes(asked) ? 1 : 0;
}

/** A hash has letters and digits: `18` and `20260829` have none. */
function isCommit(word: string): boolean {
  return /^g?[0-9a-f]{6,40}$/.test(word) && /\d/.test(word) && /[a-f]/.test(word);
}

/** A whole hash names the build that has its beginning, and the other way round. */
function isOfCommit(word: string, version: string): boolean {
  const asked = word.replace(/^g/, '');
  const own = /(?:^|[\s-])g?([0-9a-f]{6,40})$/.exec(version)?.[1];
  return own !== undefined && (own.startsWith(asked) || asked.startsWith(own));
}

function fitProduct(word: string, product: string): Fit {
  return NUMBER.test(word) ? 0 : fitName(lookUp(ALIASES, word) ?? word, product);
}

/** A test by its name, a number in its name, or its range: `recall@10` is looked for as `recall` and `10`. */
export function fitTest(
  word: string,
  { name, key, range }: { name: string; key: string; range: number | null },
): Fit {
  if (NUMBER.test(word)) return String(range) === word ? 1 : fitName(word, name);
  if (name.toLowerCase() === word || key.toLowerCase() === word) return 3;
  return Math.max(fitName(word, name), fitName(word, key)) as Fit;
}

/** A server by its name, or by its cores: `48`, `48-core`, `48core`. */
export function fitServer(
  word: string,
  { name, slug, cores }: { name: string; slug: string; cores: number | null },
): Fit {
  const asked = /^(\d+)(?:-?cores?)?$/.exec(word)?.[1];
  if (asked !== undefined && cores !== null && Number(asked) === cores) return 2;
  return Math.max(fitName(word, name), fitName(word, slug)) as Fit;
}

/** Config, build or workload: a word of two letters and more somewhere in it. */
function fitText(word: string, text: string | null): Fit {
  if (text === null || word.length < 2 || NUMBER.test(word)) return 0;
  return text.toLowerCase().includes(word) ? 1 : 0;
}

/** A piece of a text, and whether a word was found in it. */
export interface TextPart {
  text: string;
  isMarked: boolean;
}

export interface SearchResult {
  kind: SearchKind;
  title: TextPart[];
  /** Less than the title, on the same line: the range of a test. */
  aside: string;
  /** Where, and since when. */
  detail: TextPart[];
  /** A ratio, a count or a state. */
  end: string;
  /** Of a ratio that a record is sure of; null otherwise. */
  trend: 'slower' | 'faster' | null;
  href: string;
}

export interface SearchGroup {
  kind: SearchKind;
  /** `Test at a version`. */
  label: string;
  /** `3 of 11`, `3 of more than 200`, `2`. */
  count: string;
  total: number;
  /** There are more than the total says. */
  isAtLeast: boolean;
  results: SearchResult[];
}

export interface SearchModel {
  q: string;
  kind: SearchKind | '';
  groups: SearchGroup[];
  /** Results that are listed, and how many there are: `9 of 17`. */
  count: string;
  /** Null while something was found, or nothing was asked. */
  nothing: NothingFound | null;
}

/** The answer if nothing has every word. */
export interface NothingFound {
  /** Words that are stored nowhere, each with what may have been meant. */
  near: { word: string; near: string | null; note: string }[];
  /** The search with the near names in their place; null when a word has none. */
  instead: { text: string; href: string } | null;
  /** The search without one word, where each is stored but never together. */
  fewer: { text: string; href: string }[];
  /** `Looked in: 33 tests, 41 versions, ...`. */
  lookedIn: string;
}

export const KIND_LABELS: Readonly<Record<SearchKind, string>> = {
  test: 'Test at a version',
  heatmap: 'Heatmap',
  version: 'Version',
  product: 'Product',
  record: 'Record',
  server: 'Server',
  upload: 'Upload',
};

/** What can be found, in the order in which it is listed. */
export const SEARCH_KINDS = ['test', 'heatmap', 'version', 'product', 'record', 'server', 'upload'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The search and its form in the URL. */
export const searchUrl = urlCodec({
  q: search(),
  /** Only results of one kind. */
  kind: oneOf('', ...SEARCH_KINDS),
});

export type SearchState = StateOf<typeof searchUrl>;

export function searchHref(state: Partial<SearchState>): string {
  return `/search${searchUrl.query(state)}`;
}
