import {
  chooseHeatmap,
  compareUrl,
  EXPORT_FORMATS,
  type ExportFormat,
  exportTable,
  toHeatmapData,
} from '@basecase/views/compare';
import { TABLE_TYPES } from '@basecase/views/document';
import { answer } from '../../../../server/answer';
import { answers } from '../../../../server/database';
import { problem } from '../../../../server/problem';
import { serverCaller } from '../../../../server/root';

/** The view of the compare page as a table: the page's own query, with `format=json|csv|tsv|md` (json by default). */
export function GET(request: Request) {
  return answer('GET /api/v1/compare', async () => {
    const query = new URL(request.url).searchParams;
    const asked = query.get('format') ?? 'json';
    const format = EXPORT_FORMATS.find((known) => known === asked);
    if (!format) {
      const title = `format must be one of ${EXPORT_FORMATS.join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    // As text it is asked for again and again by scripts: nothing is read or written twice for them.
    const table = await answers().get(`compare ${query}`, () => drawView(query, format));
    if (table === null) {
      const title = 'No such server, or no data is loaded';
      return problem({ status: 404, code: 'NOT_FOUND', title });
    }
    return new Response(table, {
      headers: { 'content-type': `${TABLE_TYPES[format]}; charset=utf-8` },
    });
  });
}

/** Null when the query names a server that is not there, or when nothing is loaded. */
async function drawView(query: URLSearchParams, format: ExportFormat): Promise<string | null> {
  const caller = serverCaller();
  const state = compareUrl.parse(query);
  const entry = chooseHeatmap(await caller.compare.heatmaps(), state);
  if (!entry) return null;
  const heatmap = { server: entry.server.slug, workload: entry.workload.slug };
  const [view, noise] = await Promise.all([caller.compare.view(heatmap), caller.compare.noise(heatmap)]);
  return exportTable({ view, data: toHeatmapData(view, { noise }) }, state, format);
}
