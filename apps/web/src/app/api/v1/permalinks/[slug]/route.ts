import { compareProblems, compareUrl, EXPORT_FORMATS, exportTable } from '@basecase/views/compare';
import { documentText, TABLE_TYPES } from '@basecase/views/document';
import { answer } from '../../../../../server/answer';
import { loadFrozen, loadFrozenDocument } from '../../../../../server/permalinks/load-frozen';
import { problem } from '../../../../../server/problem';
import { refuseAddress } from '../../../../../server/refuse-address';

/** The table of a permalink, with `format=json|csv|tsv|md` (json by default), and the state of its page in the query. */
export function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  return answer('GET /api/v1/permalinks/:slug', async () => {
    const query = new URL(request.url).searchParams;
    const asked = query.get('format') ?? 'json';
    const format = EXPORT_FORMATS.find((known) => known === asked);
    if (!format) {
      const title = `format must be one of ${EXPORT_FORMATS.join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    const { slug } = await params;
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
