import type { Noise } from '@basecase/analysis';
import type { HeatmapAddress, ProductColumns, ProductHeatmap, ProductView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { addressOf } from '../results/heatmap-order';
import { toServersData } from './build-servers-data';
import { chooseServers } from './choose-servers';
import { baseColumn, chooseVersions, keyColumns, type VersionKey, versionKeys } from './column-keys';
import { prepareMenu, type ServersMenu } from './prepare-menu';
import type { ServersData } from './servers-data';
import { SERVERS_METRICS, type ServersState } from './servers-state';

export interface LoadedServers {
  /** False when nothing is loaded at all. */
  hasRuns: boolean;
  /** Everything that an address may name. */
  entries: readonly ProductHeatmap[];
  /** Null when nothing is loaded, or nothing that the URL asks for. */
  page: { menu: ServersMenu; keys: VersionKey[]; data: ServersData; chosen: HeatmapAddress[] } | null;
}

/** Where the page comes from: a caller of the servers router, or any other program. */
export interface ServersSource {
  /** Every heatmap with the versions of each product in it. */
  heatmaps(): Promise<ProductHeatmap[]>;
  /** Names of the columns of a product in some heatmaps, in the order asked for. */
  columns(input: { product: string; heatmaps: HeatmapAddress[] }): Promise<ProductColumns[]>;
  /** How much the tests of some heatmaps move when nothing changed, in the order asked for. */
  noise(input: { heatmaps: HeatmapAddress[] }): Promise<Noise[]>;
  /** Absolute values of some columns of a product in some heatmaps. */
  views(input: {
    product: string;
    heatmaps: HeatmapAddress[];
    metrics: MetricId[];
    columns: string[];
  }): Promise<ProductView[]>;
}

/** Reads what a state asks for: the names of all columns of the chosen servers, and values of the shown ones. */
export async function readServers(source: ServersSource, state: ServersState): Promise<LoadedServers> {
  const entries = await source.heatmaps();
  const choice = chooseServers(entries, state);
  if (!choice) return { hasRuns: entries.length > 0, entries, page: null };
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
  return {
    hasRuns: true,
    entries,
    page: data && { menu: prepareMenu(choice), keys, data, chosen: heatmaps },
  };
}
