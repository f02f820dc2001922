import {
  chooseHeatmap,
  compareUrl,
  namedColumns,
  settledState,
  toHeatmapData,
  withSplits,
} from '@basecase/views/compare';
import type { LoadedView } from '@basecase/views/report';
import { cache } from 'react';
import { serverCaller } from '../root';
import { followState } from './follow-state';

const loadView = cache(async (server: string, workload: string, options: string) => {
  const { nights, split } = JSON.parse(options) as { nights: string[]; split: string[] };
  const { compare } = serverCaller();
  const [whole, noise] = await Promise.all([
    compare.view({ server, workload, nights }),
    compare.noise({ server, workload }),
  ]);
  const view = withSplits(whole, split);
  return { view, data: toHeatmapData(view, { noise }) };
});

/** The view that the query of a report names; null when there is none. */
export async function loadReportView(query: Iterable<[string, string]>): Promise<LoadedView | null> {
  const asked = await followState(compareUrl.parse(query));
  const entry = chooseHeatmap(await serverCaller().compare.heatmaps(), asked);
  if (!entry) return null;
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  const options = JSON.stringify({ nights: namedColumns(asked), split: asked.split });
  const loaded = await loadView(server, workload, options);
  return { ...loaded, state: settledState(loaded.data, { ...asked, server, workload }) };
}
