import { serverHref } from '@basecase/views/url';
import { serverCaller } from '../root';

/** A thing that an address names and that is not stored, with the nearest ones that are. */
export interface Missing {
  noun: 'server' | 'record' | 'event';
  name: string;
  nearest: { name: string; href: string }[];
}

type Lookup = (name: string) => Promise<string[]>;

const ROOMS: Readonly<Record<string, { noun: Missing['noun']; near: Lookup }>> = {
  compare: { noun: 'server', near: (name) => serverCaller().serverPage.near({ name }) },
  servers: { noun: 'server', near: (name) => serverCaller().serverPage.near({ name }) },
  regressions: { noun: 'event', near: (name) => serverCaller().events.near({ name }) },
  r: { noun: 'record', near: (name) => serverCaller().regressions.near({ name }) },
};

/**
 * @param address path and query, as `/r/insert-9.4.0-ab1cd`
 * @returns null where the address names none of these; permalinks are known by their links only
 */
export async function missingOf(address: string): Promise<Missing | null> {
  const url = new URL(address, 'http://localhost');
  const [, page = '', given = ''] = url.pathname.split('/');
  const room = Object.hasOwn(ROOMS, page) ? ROOMS[page] : undefined;
  const name = page === 'compare' ? (url.searchParams.get('server') ?? '') : decoded(given);
  if (!room || name === '' || name.length > MOST) return null;
  const hrefOf = (slug: string) => {
    if (page === 'compare') return `/compare?server=${encodeURIComponent(slug)}`;
    return page === 'servers' ? serverHref(slug) : `/${page}/${encodeURIComponent(slug)}`;
  };
  const found = await room.near(name);
  return { noun: room.noun, name, nearest: found.map((slug) => ({ name: slug, href: hrefOf(slug) })) };
}

/** Characters of the longest name. */
const MOST = 200;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
