import type { HeatmapEntry, Origin } from '@basecase/db/types';
import { benchmarkModel, naturalOrder } from '@basecase/ingest/model';
import { byOrigin, byPreference } from '../results/heatmap-order';
import type { CompareState } from './compare-state';

/** What the selects of server and workload offer. */
export interface ServerChoice {
  slug: string;
  name: string;
  cores: number | null;
  /** Of the server that is shown; another one is another page. */
  workloads: { slug: string; label: string; origin: Origin }[];
}

/** A heatmap by its names: what new runs of it leave as it is. */
export type NamedHeatmap = Pick<HeatmapEntry, 'server' | 'workload' | 'products'>;

/** Heatmaps by name, in the order of the names of their servers and workloads, where 9 comes before 10. */
export function toNamedHeatmaps(entries: readonly HeatmapEntry[]): NamedHeatmap[] {
  return entries
    .map(({ server, workload, products }) => ({ server, workload, products }))
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
  for (const { server, workload } of entries) {
    const { slug, name, cores } = server;
    const choice = servers.get(slug) ?? { slug, name, cores, workloads: [] };
    if (slug === shown)
      choice.workloads.push({ slug: workload.slug, label: workloadName(workload), origin: workload.origin });
    servers.set(slug, choice);
  }
  return [...servers.values()];
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
