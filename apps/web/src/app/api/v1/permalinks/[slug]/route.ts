import { RUN_EXPORTS } from '@basecase/db/export/export-runs';
import { loadFrozenRuns } from '@basecase/db/permalinks/frozen-runs';
import { compareProblems, compareUrl, EXPORT_FORMATS, exportTable, shownRuns } from '@basecase/views/compare';
import { documentText, TABLE_TYPES } from '@basecase/views/document';
import { answer } from '../../../../../server/answer';
import { database } from '../../../../../server/database';
import { findRunExport, runsFile } from '../../../../../server/export/run-export';
import { loadFrozen, loadFrozenDocument } from '../../../../../server/permalinks/load-frozen';
import { problem } from '../../../../../server/problem';
import { refuseAddress } from '../../../../../server/refuse-address';

/**
 * The table of a permalink, with `format=json|csv|tsv|md` (json by default), and the state of its page in the query; with
 * `results` or `parquet` the runs that were frozen with it.
 */
export function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  return answer('GET /api/v1/permalinks/:slug', async () => {
    const query = new URL(request.url).searchParams;
    const asked = query.get('format') ?? 'json';
    const format = EXPORT_FORMATS.find((known) => known === asked);
    const runExport = findRunExport(asked);
    if (!format && !runExport) {
      const title = `format must be one of ${[...EXPORT_FORMATS, ...RUN_EXPORTS].join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    const { slug } = await params;
    if (runExport) {
      const { refused, wanted } = await wantedOf(slug, query);
      if (refused) return refused;
      return runsFile(runExport, await loadFrozenRuns(database(), slug, wanted), `frozen-${slug}`);
    }
    if (!format) throw new Error(`No format ${asked}.`);
    const headers = { 'content-type': `${TABLE_TYPES[format]}; charset=utf-8` };
    const document = await loadFrozenDocument(slug);
    if (document) return new Response(documentText(document.document, format), { headers });
    const frozen = await loadFrozen(slug);
    if (!frozen) return problem({ status: 404, code: 'NOT_FOUND', title: 'No such permalink' });
    const { data } = frozen;
    const refused = refuseAddress(compareProblems(query, { entries: [data], data }, ['format']));
    if (refused) return refused;
    const table = exportTable(frozen, compareUrl.parse(query, frozen.state), format);
    return new Response(table, { headers });
  });
}

/** Of a frozen heatmap the state of its page decides which of the frozen runs are shown; others leave whole. */
async function wantedOf(slug: string, query: URLSearchParams) {
  const frozen = await loadFrozen(slug);
  if (!frozen) return { refused: null, wanted: undefined };
  const { data } = frozen;
  const refused = refuseAddress(compareProblems(query, { entries: [data], data }, ['format']));
  return { refused, wanted: shownRuns(data, compareUrl.parse(query, frozen.state)) };
}
