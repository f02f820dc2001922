import type { Noise } from '@basecase/analysis';
import { groupBy } from '@basecase/analysis';
import type { HeatmapAddress, ProductColumns, ProductHeatmap, ProductView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { serversWhatIfProblems } from '../compare/what-if-state';
import {
  addressOf,
  addressText,
  byBenchmark,
  byOrigin,
  byPreference,
  namedProduct,
  type ProductChoice,
  productChoice,
  productProblems,
} from '../results/heatmap-order';
import { bySizeAndName, majorOf, serverTitle, shortWorkloadLabel } from '../text/words';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import {
  baseColumn,
  chooseVersions,
  keyColumns,
  nearestColumn,
  toServersData,
  versionKeys,
} from './servers-data';
import { MAX_SERVERS, SERVERS_METRICS, type ServersState } from './servers-state';
import { serverNames } from './servers-what-if';

export type LoadedServers = Awaited<ReturnType<typeof readServers>>;

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
export async function readServers(source: ServersSource, state: ServersState) {
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
    const bases = [versions.base, ...versions.keys].flatMap(
      (base) => baseColumn(product, own, { base, own: published }) ?? [],
    );
    const nearest = bases.flatMap((base) => versions.keys.map((key) => nearestColumn(own, { key, base })));
    const substitutes = new Set([...bases, ...nearest]);
    return own.filter(({ key }, position) => versions.keys.includes(key) || substitutes.has(position));
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
    /** False when nothing is loaded at all. */
    hasRuns: true,
    /** Everything that an address may name. */
    entries,
    /** Null when nothing is loaded, or nothing that the URL asks for. */
    page: data && { menu: serversMenu(choice), keys, data, chosen: heatmaps },
  };
}

/** The choices of the form: names only, in a list short enough to read. */
export type ServersMenu = ReturnType<typeof serversMenu>;

/** A longer list is searched elsewhere: on the runs page, or in a heatmap, which leads here. */
const MAX_WORKLOADS = 12;
const MAX_MENU_SERVERS = 24;

export function serversMenu({ offered, chosen, ...names }: ServersChoice) {
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
  const servers = groups.slice(0, MAX_MENU_SERVERS).flatMap((entries) => {
    const [first] = entries;
    if (!first) return [];
    const kept = [...entries.filter(isChosen), ...entries.filter((entry) => !isChosen(entry))];
    const { slug, name, cores } = first.server;
    return [
      {
        slug,
        /** `pn53, 8-core`. */
        name: serverTitle({ name, cores }),
        /** As in the URL; empty when the server is not shown. */
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

/** Parts of the address of the servers page that match no data. */
export function serversProblems(
  state: ServersState,
  { entries, page }: Pick<LoadedServers, 'entries' | 'page'>,
  misread: AddressProblem[],
): AddressProblem[] {
  const problems = [...misread, ...productProblems(entries, state)];
  // Versions on other servers than those that were asked for say nothing.
  if (!page || problems.length > 0) return problems;
  const known = page.keys.map(({ key }) => key);
  const here = { known, what: 'version', where: ' on these servers' };
  return [
    ...unknownValues('v', state.v, here),
    ...unknownValues('base', [state.base], here),
    ...unknownValues('version', [state.version], here),
    ...serversWhatIfProblems(state, {
      tests: page.data.rows.map(({ key }) => key),
      servers: serverNames(page.data.servers),
    }),
  ];
}

/** Heatmaps that are tried as the one the others must be like: of each kind the best and those with most versions; in all. */
const TRIED_OF_A_KIND = 3;
const TRIED = 24;
/** Default number of servers: more do not fit side by side. */
const SHOWN_UNASKED = 4;

interface ServersChoice extends ProductChoice {
  /** At most one for each server, small servers first. */
  chosen: ProductHeatmap[];
}

/** Nothing is loaded that could be put side by side. */
export function chooseServers(
  all: readonly ProductHeatmap[],
  state: Pick<ServersState, 'product' | 'benchmark' | 'on'>,
): ServersChoice | null {
  const asked = all.filter((entry) => state.on.includes(addressText(entry)));
  const product = namedProduct(all, state.product) || (asked[0]?.product ?? '');
  const benchmark = state.benchmark || (asked[0]?.workload.benchmark ?? '');
  const matching = all.filter(
    (entry) =>
      (product === '' || entry.product === product) &&
      (benchmark === '' || entry.workload.benchmark === benchmark),
  );
  // A benchmark that the product has no runs of: the form without scripts was sent with the old one.
  const candidates = matching.length > 0 ? matching : all.filter((entry) => entry.product === product);
  const inUrl = candidates.filter((entry) => state.on.includes(addressText(entry)));
  const chosen = withLikes(candidates, onePerServer(inUrl));
  const [first] = chosen;
  if (!first) return null;
  const choice = productChoice(all, first);
  return {
    ...choice,
    offered: choice.offered.sort((a, b) => bySizeAndName(a.server, b.server) || byPreference(a, b)),
    chosen: [...chosen].sort((a, b) => bySizeAndName(a.server, b.server)),
  };
}

/** One heatmap alone brings its likes on other servers; two or more are what was asked for. */
function withLikes(all: readonly ProductHeatmap[], asked: readonly ProductHeatmap[]): ProductHeatmap[] {
  if (asked.length > 1) return [...asked];
  const [anchor] = asked;
  if (anchor) return likesOf(anchor, all);
  // What most readers want: a set with one of these.
  const best = [...all].sort((a, b) => byOrigin(a, b) || byBenchmark(a, b) || byPreference(a, b));
  const kinds = groupBy(best, ({ product, workload }) =>
    [product, workload.benchmark, workload.cached].join(' '),
  );
  const tried = [...kinds.values()]
    .flatMap((own) => {
      const most = own.toSorted((a, b) => b.versions.length - a.versions.length);
      return [...new Set([...own.slice(0, TRIED_OF_A_KIND), ...most.slice(0, TRIED_OF_A_KIND)])];
    })
    .slice(0, TRIED);
  const sets = tried.map((entry) => likesOf(entry, all)).sort(bySet);
  return sets[0] ?? [];
}

/**
 * Sets of two and more servers first; then one's own numbers, databases before devices, sets with releases to compare (servers of
 * nights may share a single one), more servers, as many clients, newer ones.
 */
function bySet(a: readonly ProductHeatmap[], b: readonly ProductHeatmap[]): number {
  const [first, second] = [a[0], b[0]];
  if (!first || !second) return b.length - a.length;
  return (
    Number(b.length > 1) - Number(a.length > 1) ||
    byOrigin(first, second) ||
    byBenchmark(first, second) ||
    Number(sharesSeveral(b)) - Number(sharesSeveral(a)) ||
    b.length - a.length ||
    Number(haveSameClients(b)) - Number(haveSameClients(a)) ||
    byPreference(first, second)
  );
}

function haveSameClients(set: readonly ProductHeatmap[]): boolean {
  return new Set(set.map(({ workload }) => workload.clients)).size === 1;
}

/** True when two versions or more are on all servers of a set. */
function sharesSeveral(set: readonly ProductHeatmap[]): boolean {
  const [first, ...others] = set;
  return (
    (first?.versions ?? []).filter((version) => others.every(({ versions }) => versions.includes(version)))
      .length > 1
  );
}

/** The anchor and, of every other server, the heatmap that shares most with it. */
function likesOf(anchor: ProductHeatmap, all: readonly ProductHeatmap[]): ProductHeatmap[] {
  const versions = new Set(anchor.versions);
  const best = new Map<string, { entry: ProductHeatmap; score: number }>();
  for (const entry of all) {
    if (entry.server.slug === anchor.server.slug || !isAlike(anchor, entry)) continue;
    const score = likeness(anchor, versions, entry);
    const found = best.get(entry.server.slug);
    const isBetter =
      !found || score > found.score || (score === found.score && byPreference(entry, found.entry) < 0);
    if (score > 0 && isBetter) best.set(entry.server.slug, { entry, score });
  }
  const others = [...best.values()].sort((a, b) => b.score - a.score || byPreference(a.entry, b.entry));
  return differentFirst([anchor, ...others.map(({ entry }) => entry)]).slice(0, SHOWN_UNASKED);
}

/** Servers of a size that is not there yet come before a second one of the same size. */
function differentFirst(entries: readonly ProductHeatmap[]): ProductHeatmap[] {
  const isFirstOfSize = (entry: ProductHeatmap) =>
    entries.find(({ server }) => server.cores === entry.server.cores) === entry;
  return [...entries.filter(isFirstOfSize), ...entries.filter((entry) => !isFirstOfSize(entry))];
}

function isAlike(a: ProductHeatmap, b: ProductHeatmap): boolean {
  return (
    a.product === b.product &&
    a.workload.benchmark === b.workload.benchmark &&
    a.workload.cached === b.workload.cached
  );
}

/**
 * The versions that both have; of as many, tables of ratios that are relative to the same major, then as many clients: servers of
 * another size have other numbers of them. Without a version in common, majors in common with two versions to compare.
 */
function likeness(a: ProductHeatmap, versions: ReadonlySet<string>, b: ProductHeatmap): number {
  const shared = b.versions.filter((version) => versions.has(version)).length;
  const [own, other] = [baseMajor(a), baseMajor(b)];
  if (shared === 0) return b.versions.length > 1 ? Math.min(1, majorsInCommon(a, b) / 4) : 0;
  const isSameMajor = own !== null && own === other;
  return 4 * shared + 2 * Number(isSameMajor) + Number(a.workload.clients === b.workload.clients);
}

function majorsInCommon(a: ProductHeatmap, b: ProductHeatmap): number {
  const majors = new Set(a.versions.map((version) => majorOf(a.product, version)));
  return new Set(
    b.versions.map((version) => majorOf(b.product, version)).filter((major) => majors.has(major)),
  ).size;
}

function baseMajor({ product, workload }: ProductHeatmap): string | null {
  const [version] = workload.relativeTo?.base.split(' ') ?? [];
  return version === undefined ? null : majorOf(product, version);
}

function onePerServer(entries: readonly ProductHeatmap[]): ProductHeatmap[] {
  const servers = new Map<string, ProductHeatmap>();
  for (const entry of entries) if (!servers.has(entry.server.slug)) servers.set(entry.server.slug, entry);
  return [...servers.values()].slice(0, MAX_SERVERS);
}
