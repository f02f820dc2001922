import { drawReportMarkdown, type Report, type ReportHead, type ReportPicture } from '@basecase/analysis';
import { type Post, postSchema } from '@basecase/contract/document';
import { AppError, NotFoundError } from '@basecase/db/errors';
import { compareProblems, compareUrl, groupChart, tableCard } from '@basecase/views/compare';
import { TABLE_TYPES } from '@basecase/views/document';
import {
  drawReportHtml,
  isPublicAddress,
  type LoadedView,
  POST_FORMS,
  type PostForm,
  postBlocks,
  postFiles,
  toViewReport,
  whatIfParts,
} from '@basecase/views/report';
import { disclosureParts } from '@basecase/views/runs';
import { zipSync } from 'fflate';
import { renderImage } from '../image/render-image';
import { LEVEL_COLOURS } from '../image/test-name';
import { followState } from '../pages/follow-state';
import { loadReportView } from '../pages/load-report';
import { loadDisclosure, loadFrozen } from '../permalinks/load-frozen';
import { refuseAddress } from '../refuse-address';
import { serverCaller } from '../root';
import { bytes, defineRoute, json, texts, toJsonSchema } from './operation';
import { compareParameters, reportJson, reportSchema, viewQueries } from './view-schemas';

/** JSON of another shape than that of a report. */
const POST_TYPE = 'application/vnd.basecase.post+json';

/** HTML has its picture inside, Markdown links to it. */
export const drawReport = defineRoute({
  at: 'GET /api/v1/report',
  summary: 'A view, or a permalink, in the form of a benchmark post.',
  role: null,
  query: viewQueries.report,
  checks: 'own',
  parameters: compareParameters,
  answers: {
    200: {
      description:
        'Four relative tables, a summary for each group, the largest changes; in the long form every change.',
      content: {
        ...texts(TABLE_TYPES.md, 'text/html; charset=utf-8'),
        ...bytes('application/zip'),
        ...json(reportSchema),
        [POST_TYPE]: { schema: toJsonSchema(postSchema, 'output') },
      },
    },
  },
  problems: { 400: 'PARAMETER_INVALID' },
  async respond({ query: { format, length, permalink, as }, search, baseUrl }) {
    const found = permalink === undefined ? await findLive(search) : await findFrozen(permalink);
    if (!found) throw new NotFoundError('No such view, or no data is loaded');
    // A published report has every change with its explanation; the short form has less.
    const { title, facts, report, columns, whatIf } = toViewReport(
      found,
      length === 'long' || format === 'post' || format === 'zip' ? Number.POSITIVE_INFINITY : undefined,
    );
    const { server, workload } = found.state;
    const disclosure =
      permalink === undefined
        ? await serverCaller().compare.disclosure({ server, workload, columns })
        : await loadDisclosure(permalink);
    if (format === 'json') return Response.json(reportJson({ title, facts, disclosure, whatIf, ...report }));
    const head = {
      title,
      facts,
      source: `${found.source}: ${baseUrl}${found.path}`,
      appendix: [
        { id: 'what-if', parts: whatIf ? whatIfParts(whatIf) : [] },
        { id: 'disclosure', parts: disclosure ? disclosureParts(disclosure) : [] },
      ],
    };
    if (format === 'post' || format === 'zip') {
      const form = postForm(as);
      const post = await postOf(found, { head, report, form });
      if (format === 'zip') return zipAnswer(post, form);
      return Response.json(post, { headers: { 'content-type': POST_TYPE } });
    }
    if (format === 'html') {
      const pictures = [reportPicture(await pictureInside(found), title), ...(await groupsInside(found))];
      return new Response(drawReportHtml(head, report, { length, pictures, colours: LEVEL_COLOURS }), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          // A page of the reader's own, not of this server: saved or pasted, never shown here.
          'content-disposition': 'attachment; filename="report.html"',
        },
      });
    }
    const picture = reportPicture(pictureAddress(baseUrl, found, permalink ?? null), title);
    const chart = groupChart(found.data, found.state);
    const groups = chart && { src: groupsAddress(picture.src), alt: chart.alt };
    const pictures = [picture, ...(groups ? [groups] : [])];
    return new Response(drawReportMarkdown(head, report, { length, pictures }), {
      headers: { 'content-type': 'text/markdown; charset=utf-8' },
    });
  },
});

/** A new post with its pictures as a download. Its author is that of the permalink. */
function zipAnswer(post: Post, form: PostForm): Response {
  const date = new Date().toISOString().slice(0, 10);
  const files = postFiles(post, { form, date, author: post.author ?? '' });
  const entries = files.map(({ path, data, encoding }) => [path, Buffer.from(data, encoding)] as const);
  // Not packed, and with one date: the same post is the same bytes.
  const zip = zipSync(Object.fromEntries(entries), { level: 0, mtime: new Date(1980, 0, 1) });
  return new Response(zip, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="basecase-${form}.zip"`,
    },
  });
}

/** @throws AppError for a program that no post is made for */
function postForm(as: string | undefined): PostForm {
  const form = POST_FORMS.find((own) => own === (as ?? 'hugo'));
  if (form) return form;
  throw new AppError({ status: 400, code: 'FORMAT_UNKNOWN' }, `as must be one of ${POST_FORMS.join(', ')}`);
}

/** A report as blocks and pictures. It links to this server only where readers elsewhere can open it. */
async function postOf(
  found: LoadedView & { author?: string | null; source: string; path: string },
  { head, report, form }: { head: ReportHead; report: Report; form: PostForm },
): Promise<Post> {
  const address = head.source.slice(`${found.source}: `.length);
  const drawn = [
    { id: 'heatmap', picture: reportPicture(await pictureInside(found), head.title) },
    ...(await groupsInside(found)).map((picture) => ({ id: 'groups', picture })),
  ].map(({ id, picture }) => ({ id, name: `basecase-${id}.png`, ...picture }));
  const blocks = postBlocks(head, report, {
    form,
    pictures: drawn.map(({ id, name, alt }) => ({ id, name, alt })),
    link: isPublicAddress(address) ? address : null,
    colours: LEVEL_COLOURS,
  });
  const author = found.author === 'local' ? null : (found.author ?? null);
  const pictures = drawn.map(({ name, src }) => ({ name, data: src.slice(src.indexOf(',') + 1) }));
  return { title: head.title, author, blocks, pictures };
}

/** The heatmap that a query means. @throws AddressError for what it does not understand */
async function findLive(query: URLSearchParams) {
  const [entries, live, asked] = await Promise.all([
    serverCaller().compare.heatmaps(),
    loadReportView(query),
    followState(compareUrl.parse(query)),
  ]);
  const known = { entries, data: live?.data ?? null, asked };
  if (entries.length > 0) refuseAddress(compareProblems(query, known, ['format', 'length', 'as']));
  return live && { ...live, source: 'Live report', path: `/report${compareUrl.query(live.state)}` };
}

async function findFrozen(slug: string) {
  const frozen = await loadFrozen(slug);
  return frozen && { ...frozen, source: 'Frozen report', path: `/p/${slug}` };
}

/** Where the table of a report is as a picture: of a permalink one that never changes, else of the live view. */
function pictureAddress(
  origin: string,
  { state }: Pick<LoadedView, 'state'>,
  permalink: string | null,
): string {
  if (permalink !== null) return `${origin}/p/${permalink}/opengraph-image?size=table`;
  const query = compareUrl.query(state);
  return `${origin}/compare/image${query}${query === '' ? '?' : '&'}size=table`;
}

/** The table of a report as a picture that is its own address: nothing has to be fetched to see it. */
async function pictureInside({ data, state }: LoadedView): Promise<string> {
  const image = await renderImage(
    { table: tableCard(data, state), cell: null },
    { size: 'table', maxAge: 0 },
  );
  return `data:image/png;base64,${Buffer.from(await image.arrayBuffer()).toString('base64')}`;
}

const groupsAddress = (table: string) => table.replace(/size=table$/, 'size=groups');

/** The group chart in the page; its words are the tables below it and its alternative text. */
async function groupsInside({ data, state }: LoadedView): Promise<ReportPicture[]> {
  const groups = groupChart(data, state);
  if (!groups) return [];
  const image = await renderImage({ groups }, { size: 'groups', maxAge: 0 });
  const inside = Buffer.from(await image.arrayBuffer()).toString('base64');
  return [{ src: `data:image/png;base64,${inside}`, alt: groups.alt }];
}

/** The picture of a report with what it shows in words. */
function reportPicture(src: string, title: string): ReportPicture {
  return { src, alt: `Heatmap: ${title}` };
}
