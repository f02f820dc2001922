import type { Noise } from '@basecase/analysis';
import type { HeatmapAddress, ProductColumns, ProductHeatmap, ProductView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { addressOf, addressText } from '../results/heatmap-order';
import { productProblems } from '../results/product-problems';
import { shortWorkloadLabel } from '../text/workload-label';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import { chooseServers, type ServersChoice } from './choose-servers';
import { baseColumn, chooseVersions, keyColumns, type VersionKey, versionKeys } from './column-keys';
import { type ServersData, toServersData } from './servers-data';
import { SERVERS_METRICS, type ServersState, serversUrl } from './servers-state';

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
  // Every shown version can become the base in the browser, so its substitute on each server is read too.
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
    page: data && { menu: serversMenu(choice), keys, data, chosen: heatmaps },
  };
}

/** A server with the workloads that can be chosen for it. */
interface MenuServer {
  slug: string;
  /** `pn53, 8-core`. */
  name: string;
  /** As in the URL; empty when the server is not shown. */
  chosen: string;
  workloads: { text: string; label: string }[];
}

/** The choices of the form: names only, in a list short enough to read. */
export interface ServersMenu {
  product: string;
  benchmark: string;
  products: string[];
  benchmarks: { id: string; name: string }[];
  servers: MenuServer[];
  /** How many servers are shown, and how many there are. */
  shown: number;
  total: number;
  /** Servers and workloads that are not in the menu. */
  hidden: number;
}

/** A longer list is searched elsewhere: on the runs page, or in a heatmap, which leads here. */
const MAX_WORKLOADS = 12;
const MAX_MENU_SERVERS = 24;

export function serversMenu({ offered, chosen, ...names }: ServersChoice): ServersMenu {
  const texts = new Set(chosen.map((entry) => addressText(entry)));
  const all = new Map<string, ProductHeatmap[]>();
  for (const entry of offered) {
    const own = all.get(entry.server.slug);
    if (own) own.push(entry);
    else all.set(entry.server.slug, [entry]);
  }
  const isChosen = (entry: ProductHeatmap) => texts.has(addressText(entry));
  // The menu always has the shown entries.
  const groups = [...all.values()].sort((a, b) => Number(b.some(isChosen)) - Number(a.some(isChosen)));
  const servers = groups.slice(0, MAX_MENU_SERVERS).flatMap((entries): MenuServer[] => {
    const [first] = entries;
    if (!first) return [];
    const kept = [...entries.filter(isChosen), ...entries.filter((entry) => !isChosen(entry))];
    const { slug, name, cores } = first.server;
    return [
      {
        slug,
        name: cores === null ? name : `${name}, ${cores}-core`,
        chosen: entries.filter(isChosen).map((entry) => addressText(entry))[0] ?? '',
        workloads: kept
          .slice(0, MAX_WORKLOADS)
          .map((entry) => ({ text: addressText(entry), label: workloadName(entry) })),
      },
    ];
  });
  const listed = servers.reduce((sum, { workloads }) => sum + workloads.length, 0);
  return { ...names, servers, shown: chosen.length, total: all.size, hidden: offered.length - listed };
}

function workloadName({ workload }: ProductHeatmap): string {
  const source = workload.source === null ? workload.origin : workload.source;
  return `${[shortWorkloadLabel(workload), ...workload.details].join(', ')} (${source})`;
}

/**
 * Parts of the address of the servers page that match no data.
 *
 * @param others parameters that are not of the view: `format`
 */
export function serversProblems(
  query: Iterable<readonly [string, string]>,
  { entries, page }: Pick<LoadedServers, 'entries' | 'page'>,
  others: readonly string[] = [],
): AddressProblem[] {
  const pairs = [...query];
  const state = serversUrl.parse(pairs);
  const problems = [...serversUrl.problems(pairs, others), ...productProblems(entries, state)];
  // Versions on other servers than those that were asked for say nothing.
  if (!page || problems.length > 0) return problems;
  const known = page.keys.map(({ key }) => key);
  const here = { known, what: 'version', where: ' on these servers' };
  return [...unknownValues('v', state.v, here), ...unknownValues('base', [state.base], here)];
}
