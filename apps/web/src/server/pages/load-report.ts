import { chooseHeatmap, compareUrl, toHeatmapData } from '@basecase/views/compare';
import type { LoadedView } from '@basecase/views/report';
import { cache } from 'react';
import { serverCaller } from '../root';

const loadView = cache(async (server: string, workload: string) => {
  const { compare } = serverCaller();
  const [view, noise] = await Promise.all([
    compare.view({ server, workload }),
    compare.noise({ server, workload }),
  ]);
  return { view, data: toHeatmapData(view, { noise }) };
});

/** The view that the query of a report names; null when there is none. */
export async function loadReportView(query: Iterable<[string, string]>): Promise<LoadedView | null> {
  const asked = compareUrl.parse(query);
  const entry = chooseHeatmap(await serverCaller().compare.heatmaps(), asked);
  if (!entry) return null;
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  return { ...(await loadView(server, workload)), state: { ...asked, server, workload } };
}
