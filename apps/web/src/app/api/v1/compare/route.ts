import { RUN_EXPORTS, type RunExport } from '@basecase/db/export/export-runs';
import {
  chooseHeatmap,
  compareProblems,
  compareUrl,
  EXPORT_FORMATS,
  type ExportFormat,
  exportTable,
  namedColumns,
  settledState,
  shownRuns,
  toHeatmapData,
} from '@basecase/views/compare';
import { TABLE_TYPES } from '@basecase/views/document';
import type { AddressProblem } from '@basecase/views/url';
import { answer } from '../../../../server/answer';
import { answers } from '../../../../server/database';
import { findRunExport, shownRunsFile } from '../../../../server/export/run-export';
import { followState } from '../../../../server/pages/follow-state';
import { problem } from '../../../../server/problem';
import { refuseAddress } from '../../../../server/refuse-address';
import { serverCaller } from '../../../../server/root';

/** Parameters that are not of the page. */
const OTHERS = ['format'];

/**
 * The view of the compare page as a table: the page's own query, with `format=json|csv|tsv|md` (json by default); with
 * `results` or `parquet` the runs behind it: the columns and tests that are shown, with all of their metrics.
 */
export function GET(request: Request) {
  return answer('GET /api/v1/compare', async () => {
    const query = new URL(request.url).searchParams;
    const asked = query.get('format') ?? 'json';
    const runExport = findRunExport(asked);
    if (runExport) return exportColumns(query, runExport);
    const format = EXPORT_FORMATS.find((known) => known === asked);
    if (!format) {
      const title = `format must be one of ${[...EXPORT_FORMATS, ...RUN_EXPORTS].join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    // As text it is asked for again and again by scripts: nothing is read or written twice for them.
    const { table, problems } = await answers().get(`compare ${query}`, null, () => drawView(query, format));
    const refused = refuseAddress(problems);
    if (refused) return refused;
    if (table === null) return problem({ status: 404, code: 'NOT_FOUND', title: 'No data is loaded' });
    return new Response(table, {
      headers: { 'content-type': `${TABLE_TYPES[format]}; charset=utf-8` },
    });
  });
}

async function exportColumns(query: URLSearchParams, format: RunExport): Promise<Response> {
  const { shown, problems } = await readView(query);
  const refused = refuseAddress(problems);
  if (refused) return refused;
  if (!shown) return problem({ status: 404, code: 'NOT_FOUND', title: 'No data is loaded' });
  const { heatmap, data, state } = shown;
  return shownRunsFile(format, [shownRuns(data, state)], `${heatmap.server}-${heatmap.workload}`);
}

/** No table when nothing is loaded, or when something of the query is not understood. */
async function drawView(
  query: URLSearchParams,
  format: ExportFormat,
): Promise<{ table: string | null; problems: AddressProblem[] }> {
  const { shown, problems } = await readView(query);
  if (!shown) return { table: null, problems };
  const { view, data, state } = shown;
  return { table: exportTable({ view, data }, state, format), problems };
}

/** What the query asks for; null when nothing is loaded, or when something of it is not understood. */
async function readView(query: URLSearchParams) {
  const caller = serverCaller();
  const state = await followState(compareUrl.parse(query));
  const entries = await caller.compare.heatmaps();
  const entry = chooseHeatmap(entries, state);
  if (!entry) {
    const known = { entries, data: null, asked: state };
    return { shown: null, problems: entries.length === 0 ? [] : compareProblems(query, known, OTHERS) };
  }
  const heatmap = { server: entry.server.slug, workload: entry.workload.slug };
  const [view, noise] = await Promise.all([
    caller.compare.view({ ...heatmap, warmups: state.warmups, nights: namedColumns(state) }),
    caller.compare.noise(heatmap),
  ]);
  const data = toHeatmapData(view, { noise });
  const problems = compareProblems(query, { entries, data, asked: state }, OTHERS);
  if (problems.length > 0) return { shown: null, problems };
  return { shown: { heatmap, view, data, state: settledState(data, state) }, problems };
}
