import type { Database } from '@basecase/db/database';
import { listProductColumns } from '@basecase/db/queries/heatmaps/list-product-columns';
import type { HeatmapEntry, ProductColumns } from '@basecase/db/types';
import { versionLabel, withNearest } from '@basecase/ingest/model';
import { countText, serverClass } from '@basecase/views/text';
import { serverCaller } from '../root';

/** Whom to ask, and the address that links begin with. */
export interface Asking {
  db: Database;
  baseUrl: string;
}

/** Tests, runs and heatmaps that an answer names. */
export const MOST_NAMED = 10;

export interface PlaceAsked {
  product?: string | undefined;
  server?: string | undefined;
  cores?: number | undefined;
}

/** Products, servers, workloads and releases that are stored. */
export async function listMeasured(asking: Asking, asked: PlaceAsked): Promise<string> {
  const places = await placesOf(asked);
  if (places.length === 0) return noPlace(asked);
  const releases = await releasesOf(asking, places, asked.product);
  const lines = releases.slice(0, 4 * MOST_NAMED).map(({ place, product, columns }) => {
    const versions = [...new Set(columns.map(({ version }) => versionLabel(version)))];
    const last = `last run ${place.latestRunAt.slice(0, 10)}`;
    return `- ${placeText(place)}: ${product} ${versions.join(', ') || 'builds only'}; ${last}: ${addressOf(asking, place)}`;
  });
  const more = releases.length - lines.length;
  return [
    `${countText(places.length, 'workload')} on servers:`,
    ...lines,
    more > 0 ? `- ${more} more: name a product, a server or a number of cores.` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** The releases of each product of some heatmaps; with a product, of that one. */
export async function releasesOf(
  { db }: Asking,
  places: readonly HeatmapEntry[],
  product: string | undefined,
) {
  const products = [...new Set(places.flatMap((place) => place.products))].filter(
    (name) => product === undefined || isSame(name, product),
  );
  const lists = await Promise.all(
    products.map(async (name) => {
      const own = places.filter((place) => place.products.includes(name));
      const heatmaps = own.map(({ server, workload }) => ({ server: server.slug, workload: workload.slug }));
      const found: ProductColumns[] = await listProductColumns(db, { product: name, heatmaps });
      return found.flatMap(({ columns }, index) => {
        const place = own[index];
        return place ? [{ place, product: name, columns }] : [];
      });
    }),
  );
  return lists.flat();
}

export function addressOf({ baseUrl }: Asking, { server, workload }: HeatmapEntry): string {
  return `${baseUrl}/compare?${new URLSearchParams({ server: server.slug, workload: workload.slug })}`;
}

export function isSame(one: string, two: string): boolean {
  return one.toLowerCase() === two.toLowerCase();
}

/** Heatmaps of the servers and products that were asked for, names compared without case. */
export async function placesOf({ product, server, cores }: PlaceAsked): Promise<HeatmapEntry[]> {
  const entries: HeatmapEntry[] = await serverCaller().compare.heatmaps();
  return entries.filter(
    (entry) =>
      (product === undefined || entry.products.some((each) => isSame(each, product))) &&
      (server === undefined || isSame(entry.server.slug, server) || isSame(entry.server.name, server)) &&
      (cores === undefined || entry.server.cores === cores),
  );
}

export function placeText({ server, workload }: Pick<HeatmapEntry, 'server' | 'workload'>): string {
  const own = serverClass(server);
  const name = own === server.name ? own : `${server.name} (${own})`;
  return `${name}, ${[workload.label, ...workload.details].join(', ')}`;
}

/** Nothing was found, with the nearest names of products and servers. */
export async function noPlace({ product, server, cores }: PlaceAsked): Promise<string> {
  const entries: HeatmapEntry[] = await serverCaller().compare.heatmaps();
  const words = [
    product ? `of ${product}` : '',
    server ? `on ${server}` : '',
    cores ? `with ${cores} cores` : '',
  ];
  const none = `Nothing is stored ${words.filter(Boolean).join(' ') || 'yet'}.`;
  const products = withNearest(
    none,
    product ?? '',
    entries.flatMap((entry) => entry.products),
  );
  const places = withNearest(
    products,
    server ?? '',
    entries.map((entry) => [entry.server.slug, entry.server.name]),
  );
  return `${places} list_measured without arguments lists everything.`;
}

export function isVersion(stored: string, asked: string): boolean {
  return stored === asked || versionLabel(stored) === asked;
}

/** The hash of a commit as people name it, `g3389a9d8` or the end of a night's name; null for a release. */
export function commitOf(asked: string): string | null {
  const [, hash = ''] = /(?:^|[\s-])g?([0-9a-f]{7,40})$/i.exec(asked.trim()) ?? [];
  // A number alone is a date.
  return /[a-f]/i.test(hash) || /g\d+$/i.test(asked) ? hash.toLowerCase() || null : null;
}

export function ratioText(ratio: number): string {
  return String(Math.round(ratio * 1000) / 1000);
}
