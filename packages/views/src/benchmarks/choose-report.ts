import type { HeatmapEntry } from '@basecase/db/types';
import { naturalOrder } from '@basecase/ingest/model';
import { byPreference } from '../results/heatmap-order';
import { shortWorkloadLabel } from '../text/workload-label';
import type { ReportState } from './report-state';

/**
 * Which heatmap a report shows. A workload that the server does not have is replaced by the server's first one, and a
 * server that is not there by the first: so does the form without scripts, where only one of the two was changed.
 *
 * @returns null when nothing is loaded
 */
export function chooseReport(
  entries: readonly HeatmapEntry[],
  { server, workload }: Pick<ReportState, 'server' | 'workload'>,
): HeatmapEntry | null {
  const preferred = [...entries].sort(byPreference);
  const onServer = preferred.filter((entry) => entry.server.slug === server);
  const candidates = onServer.length > 0 ? onServer : preferred;
  return candidates.find((entry) => entry.workload.slug === workload) ?? candidates[0] ?? null;
}

/** One line of a select. */
export interface Choice {
  value: string;
  label: string;
}

/** Servers that have results, in the order of their names. */
export function serverChoices(entries: readonly HeatmapEntry[]): Choice[] {
  const servers = new Map(entries.map(({ server }) => [server.slug, server]));
  return [...servers.values()]
    .sort((a, b) => naturalOrder(a.name, b.name))
    .map(({ slug, name, cores }) => ({
      value: slug,
      label: cores === null ? name : `${cores}-core, ${name}`,
    }));
}

/** Workloads of a server. */
export function workloadChoices(entries: readonly HeatmapEntry[], server: string): Choice[] {
  return entries
    .filter((entry) => entry.server.slug === server)
    .map(({ workload }) => ({ value: workload.slug, label: workloadName(workload) }))
    .sort((a, b) => naturalOrder(a.label, b.label));
}

/** A workload in one line, with where its numbers come from. */
export function workloadName(workload: HeatmapEntry['workload']): string {
  const { origin, source, details } = workload;
  const from = origin === 'published' && source !== null ? `published ${source}` : origin;
  return `${[shortWorkloadLabel(workload), ...details].join(', ')} (${from})`;
}
