import { drawReportMarkdown } from '@basecase/analysis';
import { compareUrl } from '@basecase/views/compare';
import { toViewReport } from '@basecase/views/report';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { REPORT_FORMATS, reportJson } from '../../../../server/openapi/view-schemas';
import { loadReportView } from '../../../../server/pages/load-report';
import { loadFrozen } from '../../../../server/permalinks/load-frozen';
import { problem } from '../../../../server/problem';

/**
 * The report of a view, with `format=md|json` (md by default): the query of the compare page, or `permalink=<slug>`
 * for the numbers of a frozen one.
 */
export function GET(request: Request) {
  return answer('GET /api/v1/report', async () => {
    const query = new URL(request.url).searchParams;
    const asked = query.get('format') ?? 'md';
    const format = REPORT_FORMATS.find((known) => known === asked);
    if (!format) {
      const title = `format must be one of ${REPORT_FORMATS.join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    const found = await find(query);
    if (!found) {
      return problem({
        status: 404,
        code: 'NOT_FOUND',
        title: 'No such view, or no data is loaded',
      });
    }
    const { title, facts, report } = toViewReport(found);
    if (format === 'json') return Response.json(reportJson({ title, facts, ...report }));
    const head = { title, facts, source: `${found.source}: ${baseUrlOf(request.headers)}${found.path}` };
    return new Response(drawReportMarkdown(head, report), {
      headers: { 'content-type': 'text/markdown; charset=utf-8' },
    });
  });
}

async function find(query: URLSearchParams) {
  const slug = query.get('permalink');
  if (slug === null) {
    const live = await loadReportView(query);
    return live && { ...live, source: 'Live report', path: `/report${compareUrl.query(live.state)}` };
  }
  const frozen = await loadFrozen(slug);
  return (
    frozen && {
      view: frozen.view,
      data: frozen.data,
      state: frozen.state,
      source: 'Frozen report',
      path: `/p/${slug}`,
    }
  );
}
