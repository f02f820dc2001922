import { SettingError } from '@basecase/db';

/** Views that can be frozen. */
export type FrozenKind = 'compare' | 'report';

export interface ViewPath {
  kind: FrozenKind;
  query: URLSearchParams;
}

/** Pages of this server that show numbers and cannot be frozen, by what people call them. */
const NOT_YET: Readonly<Record<string, string>> = {
  servers: 'Servers side by side',
  trends: 'Trends',
  'insert-benchmark': 'The Insert Benchmark report',
  fsync: 'The fsync table',
  'tproc-c': 'The TPROC-C table',
  'db-bench': 'The db_bench table',
};

/**
 * Which view a path means.
 *
 * @param path path and query of a page of this server: `/compare?server=pn53`
 * @throws SettingError with a message for whoever wanted the permalink
 */
export function parseViewPath(path: string): ViewPath {
  // Two slashes at the start, or a backslash, would name another host.
  if (!/^\/(?![/\\])/.test(path))
    throw new SettingError('A permalink is made from the path of a view of this server.');
  const { pathname, searchParams: query } = new URL(path, 'http://this.server');
  const [, page = '', ...rest] = pathname.split('/');
  if (rest.length === 0 && (page === 'compare' || page === 'report')) return { kind: page, query };
  if (page === 'p' || page === 'embed')
    throw new SettingError('This view is frozen already: its address is its permalink.');
  const name = NOT_YET[page];
  if (name === undefined) throw new SettingError(`"${pathname.slice(0, 80)}" is no view of this server.`);
  throw new SettingError(
    `${name} cannot be frozen yet. Its address shows the same view as long as its runs stay; the heatmap behind it can be frozen on /compare.`,
  );
}
