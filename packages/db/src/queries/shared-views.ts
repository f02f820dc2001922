import type { HeatmapList, ListedHeatmap } from '../epochs/heatmap-list';
import type { Origin, ServerView, WorkloadView } from '../types';
import type { WorkloadFacts } from '../types/servers';
import { originOf, toServerView, toWorkloadView } from './views';

/** Views of servers and workloads, made once and shared by all heatmaps of a list. */
export interface SharedViews {
  /** Null for a heatmap whose names are gone, which foreign keys rule out. */
  of(heatmap: ListedHeatmap): { server: ServerView; workload: WorkloadView } | null;
  /** The same with the facts of the workload that are compared between servers. */
  factsOf(heatmap: ListedHeatmap): { server: ServerView; workload: WorkloadFacts } | null;
}

const viewsOf = new WeakMap<HeatmapList['servers'], SharedViews>();

/** The same as long as no name changes: a list has other maps when one did. */
export function sharedViews(list: HeatmapList): SharedViews {
  const views = viewsOf.get(list.servers) ?? makeViews(list);
  viewsOf.set(list.servers, views);
  return views;
}

/**
 * The list entry of each heatmap, made once per row: with many heatmaps, rebuilding takes longer than everything else.
 *
 * @param make from a row and names alone
 * @returns the entries in the order of the list; repeated calls return the same objects
 */
export function perHeatmap<Entry>(
  make: (heatmap: ListedHeatmap, list: HeatmapList) => readonly Entry[],
): (list: HeatmapList) => Entry[] {
  const known = new WeakMap<ListedHeatmap, readonly Entry[]>();
  return (list) =>
    list.heatmaps.flatMap((heatmap) => {
      const entries = known.get(heatmap) ?? make(heatmap, list);
      known.set(heatmap, entries);
      return entries;
    });
}

function makeViews({ servers, workloads }: HeatmapList): SharedViews {
  const serverViews = new Map<number, ServerView>();
  const workloadViews = new Map<string, { view: WorkloadView; facts: WorkloadFacts }>();
  const serverOf = (id: number) => {
    const row = servers.get(id);
    const view = serverViews.get(id) ?? (row && toServerView(row));
    if (view) serverViews.set(id, view);
    return view;
  };
  const workloadOf = (id: number, origin: Origin) => {
    const key = `${id} ${origin}`;
    const row = workloads.get(id);
    const known = workloadViews.get(key);
    if (known || !row) return known;
    const view = toWorkloadView(row, origin);
    const { tables, rowsPerTable, primaryKey, cached } = row;
    const rows = rowsPerTable === null ? null : Number(rowsPerTable);
    const made = { view, facts: { ...view, tables, rowsPerTable: rows, primaryKey, cached } };
    workloadViews.set(key, made);
    return made;
  };
  const both = ({ serverId, workloadId, origins }: ListedHeatmap) => {
    const server = serverOf(serverId);
    const workload = workloadOf(workloadId, originOf(origins));
    return server && workload ? { server, workload } : null;
  };
  return {
    of(heatmap) {
      const own = both(heatmap);
      return own && { server: own.server, workload: own.workload.view };
    },
    factsOf(heatmap) {
      const own = both(heatmap);
      return own && { server: own.server, workload: own.workload.facts };
    },
  };
}
