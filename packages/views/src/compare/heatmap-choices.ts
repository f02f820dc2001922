import type { HeatmapEntry, Origin } from '@basecase/db/types';
import { byPreference } from '../results/heatmap-order';
import type { CompareState } from './compare-state';

/** What the selects of server and workload offer. */
export interface ServerChoice {
  slug: string;
  name: string;
  cores: number | null;
  workloads: { slug: string; label: string; origin: Origin }[];
}

/** Servers with their workloads, in the order of the entries. */
export function toChoices(entries: readonly HeatmapEntry[]): ServerChoice[] {
  const servers = new Map<string, ServerChoice>();
  for (const { server, workload } of entries) {
    const { slug, name, cores } = server;
    const choice = servers.get(slug) ?? { slug, name, cores, workloads: [] };
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
 * does the form without scripts, where only the server was changed.
 *
 * @returns null when nothing is loaded, or when the server is unknown
 */
export function chooseHeatmap(
  entries: readonly HeatmapEntry[],
  { server, workload }: Pick<CompareState, 'server' | 'workload'>,
): HeatmapEntry | null {
  const preferred = [...entries].sort(byPreference);
  const onServer = preferred.filter((entry) => server === '' || entry.server.slug === server);
  return onServer.find((entry) => entry.workload.slug === workload) ?? onServer[0] ?? null;
}
