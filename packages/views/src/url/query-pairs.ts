/** Query parameters as Next gives them to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The same as pairs, a repeated parameter once for each value. */
export function queryPairs(params: SearchParams): [string, string][] {
  return Object.entries(params).flatMap(([key, value]) => {
    const values = value === undefined ? [] : [value].flat();
    return values.map((each): [string, string] => [key, each]);
  });
}
