import type { LoadedDocument } from '../document/view-document';
import { heatmapText } from '../url/heatmap-ref';
import { readServers, type ServersSource } from './read-servers';
import { serversDocument } from './servers-document';
import { parseServersState } from './servers-search-params';
import { serializeServersState } from './servers-state';
import { toView } from './view';

/** The view that a query asks for, as a document. */
export async function loadServersDocument(
  source: ServersSource,
  query: URLSearchParams,
): Promise<LoadedDocument | null> {
  const state = parseServersState(query);
  const { page } = await readServers(source, state);
  if (!page) return null;
  const { product, benchmark, servers } = page.data;
  const on = page.chosen.map(heatmapText);
  return {
    document: serversDocument(toView(page.data, state), state),
    path: `/servers${serializeServersState({ ...state, product, benchmark, on })}`,
    read: servers.map(({ server, workload, columns }) => ({
      server: server.slug,
      workload: workload.slug,
      columns: columns.map(({ slug }) => slug),
    })),
  };
}
