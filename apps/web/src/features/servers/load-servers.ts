import type { HeatmapAddress } from '@basecase/db/types';
import { cache } from 'react';
import { serverCaller } from '../../server/root';
import { addressOf, chooseServers } from './choose-servers';
import { baseColumn, chooseVersions, keyColumns, type VersionKey, versionKeys } from './column-keys';
import { prepareMenu, type ServersMenu } from './prepare-menu';
import { type ServersData, toServersData } from './servers-data';
import { parseServersState } from './servers-search-params';
import { SERVERS_METRICS, type ServersState, serializeServersState } from './servers-state';

export interface LoadedServers {
  /** False when nothing is loaded at all. */
  hasRuns: boolean;
  /** Null when nothing is loaded, or nothing that the URL asks for. */
  page: { menu: ServersMenu; keys: VersionKey[]; data: ServersData; chosen: HeatmapAddress[] } | null;
}

/** Where the page comes from: a caller of the servers router. */
export type ServersSource = Pick<
  ReturnType<typeof serverCaller>['servers'],
  'heatmaps' | 'columns' | 'noise' | 'views'
>;

/** Once per request: the title and the page need the same. */
const loadQuery = cache((query: string) =>
  readServers(serverCaller().servers, parseServersState(new URLSearchParams(query))),
);

/** Reads what the URL asks for: the names of all columns of the chosen servers, and values of the shown ones. */
export function loadServers(state: ServersState): Promise<LoadedServers> {
  return loadQuery(serializeServersState(state));
}

/** The same from any source. */
export async function readServers(source: ServersSource, state: ServersState): Promise<LoadedServers> {
  const entries = await source.heatmaps();
  const choice = chooseServers(entries, state);
  if (!choice) return { hasRuns: entries.length > 0, page: null };
  const { product, chosen } = choice;
  const heatmaps = chosen.map(addressOf);
  const listed = await source.columns({ product, heatmaps });
  const keyed = keyColumns(listed.map(({ columns }) => columns));
  const keys = versionKeys(keyed);
  const bases = chosen.flatMap(({ workload }) => workload.relativeTo?.base.split(' ')[0] ?? []);
  const versions = chooseVersions(product, keys, { ...state, bases });
  // Every shown version can become the base in the browser, so what stands in for it on a server is read too.
  const columns = keyed.map((own, index) => {
    const published = chosen[index]?.workload.relativeTo?.base ?? null;
    const bases = [versions.base, ...versions.keys].map((base) =>
      baseColumn(product, own, { base, own: published }),
    );
    return own.filter(({ key }, position) => versions.keys.includes(key) || bases.includes(position));
  });
  const [views, noise] = await Promise.all([
    source.views({
      product,
      heatmaps,
      metrics: [...SERVERS_METRICS, 'cpu_per_op'],
      columns: [...new Set(columns.flat().map(({ slug }) => slug))],
    }),
    source.noise({ heatmaps }),
  ]);
  const data = toServersData({ chosen, columns, views, noise, ...versions });
  return { hasRuns: true, page: data && { menu: prepareMenu(choice), keys, data, chosen: heatmaps } };
}
