type QueryPair = readonly [name: string, value: string];

/** A query of pairs, empty values left out: `?server=pn53&metric=cpu/o`, or an empty string. */
export function toQuery(pairs: readonly QueryPair[]): string {
  return queryText(pairs.filter(([, value]) => value !== ''));
}

/** A query of all these pairs. */
export function queryText(pairs: readonly QueryPair[]): string {
  const parts = pairs.map(([name, value]) => `${name}=${encodeValue(value)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Percent-encodes what must be; a link that people read and edit keeps `/ , = @ :` as they are. */
export function encodeValue(value: string): string {
  return encodeURIComponent(value)
    .replace(/%(2F|2C|3D|40|3A)/g, decodeURIComponent)
    .replace(/%20/g, '+');
}

/** Query parameters as Next gives them to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The same as pairs, a repeated parameter once for each value. */
export function queryPairs(params: SearchParams): [string, string][] {
  return Object.entries(params).flatMap(([key, value]) => {
    const values = value === undefined ? [] : [value].flat();
    return values.map((each): [string, string] => [key, each]);
  });
}
