import type { CompareView } from '@basecase/db/types';
import { cache } from 'react';
import { chooseHeatmap } from '../../features/compare/choices';
import { parseCompareState } from '../../features/compare/compare-search-params';
import type { CompareState } from '../../features/compare/compare-state';
import { type HeatData, toHeatData } from '../../features/compare/heat-data';
import { serverCaller } from '../root';

export interface ReportView {
  /** Values as stored. */
  view: CompareView;
  /** The same as the compare page has it, which knows the noise. */
  data: HeatData;
  state: CompareState;
}

const loadView = cache(async (server: string, workload: string) => {
  const { compare } = serverCaller();
  const [view, noise] = await Promise.all([
    compare.view({ server, workload }),
    compare.noise({ server, workload }),
  ]);
  return { view, data: toHeatData(view, { noise }) };
});

/** The view that the query of a report names; null when there is none. */
export async function loadReportView(query: Iterable<[string, string]>): Promise<ReportView | null> {
  const asked = parseCompareState(query);
  const entry = chooseHeatmap(await serverCaller().compare.heatmaps(), asked);
  if (!entry) return null;
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  return { ...(await loadView(server, workload)), state: { ...asked, server, workload } };
}
