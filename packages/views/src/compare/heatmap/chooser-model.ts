import {
  axisName,
  clientsInKey,
  clientsOfWorkload,
  sweepGroupOf,
  sweepGroups,
  sweptSettings,
} from '@basecase/analysis';
import type { HeatmapEntry, Origin } from '@basecase/db/types';
import { benchmarkModel, naturalOrder } from '@basecase/ingest/model';
import { byOrigin, byPreference } from '../../results/heatmap-order';
import { majorOf, serverClass } from '../../text/words';
import { sweepHref } from '../../url/hrefs';
import {
  type ColumnsChange,
  chosenColumns,
  latestOfEachMajor,
  newestAndPrevious,
  productsOf,
  withAllProducts,
  withColumns,
  withProductAlone,
  withProductToggled,
} from '../choose-columns';
import { versionText } from '../column-set';
import { type CompareState, compareHref } from '../compare-state';
import type { HeatmapColumn, HeatmapData } from '../heatmap-data';

/** A choice of columns that people make often: a link, so that it works without scripts. */
export interface Shortcut {
  label: string;
  change: ColumnsChange;
  href: string;
}

/** Versions by product and major, in the order of the columns. */
function majorsOf(
  columns: readonly HeatmapColumn[],
): { major: string; versions: string[]; places: number[] }[] {
  const majors = new Map<string, number[]>();
  for (const [place, { product, version }] of columns.entries()) {
    const major = `${product} ${majorOf(product, version)}`;
    majors.set(major, [...(majors.get(major) ?? []), place]);
  }
  return [...majors].map(([major, places]) => ({
    major,
    places,
    versions: [...new Set(places.flatMap((place) => columns[place]?.version ?? []))],
  }));
}

/** More configs than this make more buttons than they save clicks. */
const MOST_CONFIGS = 8;

/**
 * The columns by product with what is chosen, and the usual choices.
 *
 * @param hrefOf address of the page in another state
 */
export function chooserModel(
  data: HeatmapData,
  state: CompareState,
  hrefOf: (state: CompareState) => string,
) {
  const { columns } = data;
  const chosen = new Set(chosenColumns(data, state));
  const shortcut = (label: string, indexes: readonly number[], base?: string): Shortcut => {
    const change = { ...withColumns(data, state, indexes), ...(base === undefined ? {} : { base }) };
    return { label, change, href: hrefOf({ ...state, ...change }) };
  };
  const every = columns.map((_, index) => index);
  const shownProducts = new Set([...chosen].map((index) => columns[index]?.product));
  const offered = every.filter((index) => shownProducts.has(columns[index]?.product));
  const own = offered.flatMap((index) => columns[index] ?? []);
  const indexOf = (place: number) => offered[place] ?? -1;
  const pair = newestAndPrevious(own)?.map(indexOf);
  const products = productsOf(columns);
  return {
    chosen: chosen.size,
    all: columns.length,
    shortcuts: [
      shortcut(`All ${offered.length}`, offered),
      shortcut('Latest release of each major', latestOfEachMajor(own).map(indexOf)),
      ...(pair ? [shortcut('Newest against the previous', pair, columns[pair[0] ?? -1]?.slug)] : []),
    ],
    /** Every version of the shown products, by name, with what they belong to: what a range is chosen from. */
    majors: majorsOf(own).map(({ major, versions, places }) => ({
      major,
      versions,
      shortcut: shortcut(`only ${major}`, places.map(indexOf)),
    })),
    products: products.map((product) => {
      const own = every.filter((index) => columns[index]?.product === product);
      const configs = [...new Set(own.map((index) => columns[index]?.config ?? null))];
      const hasFlavours = new Set(own.map((index) => columns[index]?.flavour)).size > 1;
      const byConfig = configs.length > 1 && configs.length <= MOST_CONFIGS ? configs : [];
      return {
        product,
        shortcuts: [
          ...byConfig.map((config) =>
            shortcut(
              `only ${config ?? 'without config'}`,
              own.filter((index) => columns[index]?.config === config),
            ),
          ),
        ],
        columns: own.flatMap((index) => {
          const column = columns[index];
          if (!column) return [];
          const { slug, label, config, flavour } = column;
          const version = versionText(column);
          const detail = [hasFlavours ? flavour : null, config].filter(Boolean).join(' ');
          return [{ index, slug, label, version, detail, checked: chosen.has(index) }];
        }),
      };
    }),
  };
}

/** A product of the same benchmark that has no runs in a heatmap, and where it has some. */
export interface ProductElsewhere {
  product: string;
  /** `48-core`, `pn53`. */
  where: string;
  href: string;
}

/** Which products are shown, each with how many columns it has. */
export function productSwitch(
  data: HeatmapData,
  state: CompareState,
  { elsewhere, hrefOf }: { elsewhere: readonly ProductElsewhere[]; hrefOf: (state: CompareState) => string },
) {
  const shown = new Set(chosenColumns(data, state).map((index) => data.columns[index]?.product));
  const products = productsOf(data.columns).map((product) => {
    const alone = withProductAlone(data, state, product);
    return {
      product,
      columns: data.columns.filter((column) => column.product === product).length,
      isShown: shown.has(product),
      alone,
      toggled: withProductToggled(data, state, product),
      href: hrefOf({ ...state, ...alone }),
    };
  });
  const change = withAllProducts(data, state);
  const all = { change, href: hrefOf({ ...state, ...change }), isShown: shown.size === products.length };
  return {
    products /** All products side by side; null where there is one. */,
    all: products.length > 1 ? all : null,
    elsewhere,
  };
}

/**
 * Products of the benchmark of a heatmap that it has no runs of, by name, each with the heatmap that is most like it: the
 * same workload on another server, then another workload of the server.
 */
export function productsElsewhere(entries: readonly HeatmapEntry[], here: HeatmapEntry): ProductElsewhere[] {
  const likeness = ({ server, workload }: HeatmapEntry) =>
    Number(workload.slug === here.workload.slug) * 2 + Number(server.slug === here.server.slug);
  const others = entries
    .filter(({ workload }) => workload.benchmark === here.workload.benchmark)
    .toSorted((a, b) => likeness(b) - likeness(a) || byPreference(a, b));
  const products = [...new Set(others.flatMap((entry) => entry.products))]
    .filter((product) => !here.products.includes(product))
    .sort();
  return products.flatMap((product) => {
    const found = others.find((entry) => entry.products.includes(product));
    if (!found) return [];
    const address = { server: found.server.slug, workload: found.workload.slug, product: [product] };
    return [{ product, where: serverClass(found.server), href: compareHref(address) }];
  });
}

/** What the selects of server and workload offer. */
export interface ServerChoice {
  slug: string;
  name: string;
  cores: number | null;
  /** Of the server that is shown; another one is another page. */
  workloads: {
    slug: string;
    label: string;
    origin: Origin;
    /** Numbers of clients that it was measured with otherwise alike; left out where there is one. */
    clients?: number[];
  }[];
}

/** A heatmap by its names: what new runs of it leave as it is. */
type NamedHeatmap = Pick<HeatmapEntry, 'server' | 'workload' | 'products' | 'tests'>;

/** Heatmaps by name, in the order of the names of their servers and workloads, where 9 comes before 10. */
export function toNamedHeatmaps(entries: readonly HeatmapEntry[]): NamedHeatmap[] {
  return entries
    .map(({ server, workload, products, tests }) => ({ server, workload, products, tests }))
    .sort(
      (a, b) =>
        naturalOrder(a.server.name, b.server.name) ||
        naturalOrder(workloadName(a.workload), workloadName(b.workload)) ||
        naturalOrder(a.workload.slug, b.workload.slug),
    );
}

/**
 * Servers in the order of the entries, and the workloads of one of them. Those of all servers were three quarters of
 * what the page is given where a hundred were measured on each of ten.
 *
 * @param shown slug of the server that is shown; left out: none is
 */
export function toChoices(entries: readonly NamedHeatmap[], shown?: string): ServerChoice[] {
  const servers = new Map<string, ServerChoice>();
  const sweeps = sweepGroups(entries.filter(({ server }) => server.slug === shown));
  for (const { server, workload } of entries) {
    const { slug, name, cores } = server;
    const choice = servers.get(slug) ?? { slug, name, cores, workloads: [] };
    if (slug === shown) {
      const { entries: alike = [] } = sweepGroupOf(sweeps, workload.slug) ?? {};
      const clients = [...new Set(alike.flatMap((entry) => clientsOfWorkload(entry.workload) ?? []))];
      choice.workloads.push({
        ...{ slug: workload.slug, label: workloadName(workload), origin: workload.origin },
        ...(clients.length > 1 && { clients }),
      });
    }
    servers.set(slug, choice);
  }
  return [...servers.values()];
}

/** Numbers of clients in a link; of more, the first and the last. */
const MOST_COUNTS = 5;

/** Where a heatmap is read along an axis: `By clients: 1, 8, 32, 96`, `By io_workers`. */
export function sweepLinks(
  { server, workload, rows, columns }: Pick<HeatmapData, 'server' | 'workload' | 'rows' | 'columns'>,
  choices: readonly ServerChoice[],
): { href: string; words: string }[] {
  const heatmap = { server: server.slug, workload: workload.slug };
  const own = choices.flatMap(({ workloads }) => workloads).find(({ slug }) => slug === workload.slug);
  const inKeys = rows.flatMap(({ key }) => clientsInKey(key)?.clients ?? []);
  const clients = own?.clients ?? [...new Set(inKeys)].sort((a, b) => a - b);
  return [
    ...(clients.length > 1
      ? [
          {
            href: sweepHref(heatmap),
            words: `By clients: ${clients.length > MOST_COUNTS ? `${clients[0]} to ${clients.at(-1)}` : clients.join(', ')}`,
          },
        ]
      : []),
    ...sweptSettings(columns).map((axis) => ({
      href: sweepHref(heatmap, { axis }),
      words: `By ${axisName(axis)}`,
    })),
  ];
}

/** A workload in one line of a select. */
function workloadName({ label, details }: HeatmapEntry['workload']): string {
  return [label, ...details].join(', ');
}

/**
 * Which heatmap a state means. A workload that the server does not have is replaced by the server's first one: so
 * does the form without scripts, where only the server was changed. Without a workload, the first that has the
 * products.
 *
 * Without a choice in the state, the heatmap with most to compare is shown: uploaded ones before those of the
 * project, then the one with most versions, then the newest; one with a single version is the last choice.
 *
 * @returns null when nothing is loaded, or when the server is unknown
 */
export function chooseHeatmap(
  entries: readonly HeatmapEntry[],
  {
    server,
    workload,
    product = [],
  }: Pick<CompareState, 'server' | 'workload'> & Partial<Pick<CompareState, 'product'>>,
): HeatmapEntry | null {
  const preferred = entries.toSorted(byComparable);
  const onServer = preferred.filter((entry) => server === '' || entry.server.slug === server);
  const named = product.map((name) => name.toLowerCase());
  const hasAll = ({ products }: HeatmapEntry) =>
    named.every((name) => products.some((own) => own.toLowerCase() === name));
  return (
    onServer.find((entry) => entry.workload.slug === workload) ?? onServer.find(hasAll) ?? onServer[0] ?? null
  );
}

function byComparable(a: HeatmapEntry, b: HeatmapEntry): number {
  const [own, other] = [versionsToCompare(a), versionsToCompare(b)];
  return Number(other > 1) - Number(own > 1) || byOrigin(a, b) || other - own || byPreference(a, b);
}

/** Releases of one product with one config and build; the columns of fio are not releases. */
function versionsToCompare({ workload, comparableVersions }: HeatmapEntry): number {
  return benchmarkModel(workload.benchmark).hasReleases === false ? 0 : comparableVersions;
}
