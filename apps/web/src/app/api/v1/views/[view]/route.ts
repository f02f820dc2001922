import { RUN_EXPORTS } from '@basecase/db/export/export-runs';
import { EXPORT_FORMATS } from '@basecase/views/compare';
import { documentText, TABLE_TYPES } from '@basecase/views/document';
import { DOCUMENT_KINDS, DOCUMENT_VIEWS, isDocumentKind } from '@basecase/views/share';
import { answer } from '../../../../../server/answer';
import { findRunExport, shownRunsFile } from '../../../../../server/export/run-export';
import { viewSource } from '../../../../../server/permalinks/view-source';
import { problem } from '../../../../../server/problem';
import { refuseAddress } from '../../../../../server/refuse-address';
import { createContext } from '../../../../../server/trpc';

/**
 * The tables of a live view other than the heatmap: its page's own query, with `format=json|csv|tsv|md`; with `results` or
 * `parquet` the runs behind them.
 */
export function GET(request: Request, { params }: { params: Promise<{ view: string }> }) {
  return answer('GET /api/v1/views/:view', async () => {
    const { view } = await params;
    const { searchParams } = new URL(request.url);
    const asked = searchParams.get('format') ?? 'json';
    const format = EXPORT_FORMATS.find((known) => known === asked);
    const runExport = findRunExport(asked);
    if (!format && !runExport) {
      const title = `format must be one of ${[...EXPORT_FORMATS, ...RUN_EXPORTS].join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    if (!isDocumentKind(view)) {
      const title = `There is no view ${view.slice(0, 100)}. There is: ${DOCUMENT_KINDS.join(', ')}`;
      return problem({ status: 404, code: 'NOT_FOUND', title });
    }
    const source = viewSource(createContext());
    const { load, problems } = DOCUMENT_VIEWS[view];
    const refused = refuseAddress(await problems(source, searchParams, ['format']));
    if (refused) return refused;
    const loaded = await load(source, searchParams);
    if (!loaded) return problem({ status: 404, code: 'NOT_FOUND', title: 'Nothing of this view is loaded' });
    if (runExport) return shownRunsFile(runExport, loaded.read, view);
    if (!format) throw new Error(`No format ${asked}.`);
    return new Response(documentText(loaded.document, format), {
      headers: { 'content-type': `${TABLE_TYPES[format]}; charset=utf-8` },
    });
  });
}
