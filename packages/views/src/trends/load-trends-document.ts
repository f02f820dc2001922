import type { LoadedDocument } from '../document/view-document';
import { heatmapText } from '../url/heatmap-ref';
import { readTrends, type TrendsSource } from './read-trends';
import { trendsDocument } from './trends-document';
import { parseTrendsState } from './trends-search-params';
import { serializeTrendsState } from './trends-state';

/** The view that a query asks for, as a document. */
export async function loadTrendsDocument(
  source: TrendsSource,
  query: URLSearchParams,
): Promise<LoadedDocument | null> {
  const state = parseTrendsState(query);
  const { page } = await readTrends(source, state);
  if (!page) return null;
  const { product, benchmark, lines } = page.data;
  const on = page.chosen.map(heatmapText);
  return {
    document: trendsDocument(page.data, state),
    path: `/trends${serializeTrendsState({ ...state, product, benchmark, on })}`,
    read: lines.map(({ server, workload, columns }) => ({
      server: server.slug,
      workload: workload.slug,
      columns: columns.map(({ slug }) => slug),
    })),
  };
}
