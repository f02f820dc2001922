import type { CompareView } from '@basecase/db/types';
import { cache } from 'react';
import { chooseHeatmap } from '../../features/compare/choices';
import { parseCompareState } from '../../features/compare/compare-search-params';
import type { CompareState } from '../../features/compare/compare-state';
import { serverCaller } from '../root';

const loadView = cache((server: string, workload: string) =>
  serverCaller().compare.view({ server, workload }),
);

/** The view that the query of a report names, with values as stored; null when there is none. */
export async function loadReportView(
  query: Iterable<[string, string]>,
): Promise<{ view: CompareView; state: CompareState } | null> {
  const asked = parseCompareState(query);
  const entry = chooseHeatmap(await serverCaller().compare.heatmaps(), asked);
  if (!entry) return null;
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  return { view: await loadView(server, workload), state: { ...asked, server, workload } };
}
