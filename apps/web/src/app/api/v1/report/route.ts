import { drawReportMarkdown } from '@basecase/analysis';
import { compareProblems, compareUrl } from '@basecase/views/compare';
import { drawReportHtml, toViewReport } from '@basecase/views/report';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { LEVEL_COLOURS } from '../../../../server/image/test-name';
import { REPORT_FORMATS, REPORT_LENGTHS, reportJson } from '../../../../server/openapi/view-schemas';
import { followState } from '../../../../server/pages/follow-state';
import { loadReportView } from '../../../../server/pages/load-report';
import { pictureAddress, pictureInside, reportPicture } from '../../../../server/pages/report-pictures';
import { loadFrozen } from '../../../../server/permalinks/load-frozen';
import { problem } from '../../../../server/problem';
import { refuseAddress } from '../../../../server/refuse-address';
import { serverCaller } from '../../../../server/root';

/**
 * The report of a view, with `format=md|html|json` (md by default) and `length=long|short`: the query of the compare page, or
 * `permalink=<slug>` for the numbers of a frozen one. HTML has its picture inside, Markdown links to it.
 */
export function GET(request: Request) {
  return answer('GET /api/v1/report', async () => {
    const query = new URL(request.url).searchParams;
    const format = chosen(REPORT_FORMATS, query.get('format') ?? 'md');
    const length = chosen(REPORT_LENGTHS, query.get('length') ?? 'long');
    if (!format || !length) {
      const [name, known] = format ? ['length', REPORT_LENGTHS] : ['format', REPORT_FORMATS];
      const title = `${name} must be one of ${known.join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    const { found, refused } = await find(query);
    if (refused) return refused;
    if (!found) {
      return problem({
        status: 404,
        code: 'NOT_FOUND',
        title: 'No such view, or no data is loaded',
      });
    }
    // A published report has every change with its explanation; the short form has less.
    const { title, facts, report } = toViewReport(
      found,
      length === 'long' ? Number.POSITIVE_INFINITY : undefined,
    );
    if (format === 'json') return Response.json(reportJson({ title, facts, ...report }));
    const origin = baseUrlOf(request.headers);
    const head = { title, facts, source: `${found.source}: ${origin}${found.path}` };
    if (format === 'html') {
      const pictures = [reportPicture(await pictureInside(found), title)];
      return new Response(drawReportHtml(head, report, { length, pictures, colours: LEVEL_COLOURS }), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          // A page of the reader's own, not of this server: saved or pasted, never shown here.
          'content-disposition': 'attachment; filename="report.html"',
        },
      });
    }
    const picture = reportPicture(pictureAddress(origin, found, query.get('permalink')), title);
    return new Response(drawReportMarkdown(head, report, { length, pictures: [picture] }), {
      headers: { 'content-type': 'text/markdown; charset=utf-8' },
    });
  });
}

function chosen<Choice extends string>(known: readonly Choice[], asked: string): Choice | undefined {
  return known.find((choice) => choice === asked);
}

/** The frozen report of a permalink, else that of the heatmap a query means, or what of the query is not understood. */
async function find(query: URLSearchParams) {
  const slug = query.get('permalink');
  if (slug === null) {
    const [entries, live, asked] = await Promise.all([
      serverCaller().compare.heatmaps(),
      loadReportView(query),
      followState(compareUrl.parse(query)),
    ]);
    const known = { entries, data: live?.data ?? null, asked };
    const problems = entries.length === 0 ? [] : compareProblems(query, known, ['format', 'length']);
    return {
      refused: refuseAddress(problems),
      found: live && { ...live, source: 'Live report', path: `/report${compareUrl.query(live.state)}` },
    };
  }
  const frozen = await loadFrozen(slug);
  return {
    refused: null,
    found: frozen && {
      view: frozen.view,
      data: frozen.data,
      state: frozen.state,
      source: 'Frozen report',
      path: `/p/${slug}`,
    },
  };
}
