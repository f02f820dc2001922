import {
  annotationListSchema,
  annotationSchema,
  linesSchema,
  nightsSchema,
  seriesSchema,
} from '@basecase/contract/series';
import { addAnnotation, listAnnotations, removeAnnotation } from '@basecase/db/annotations/annotations';
import { NotFoundError } from '@basecase/db/errors';
import { getLatestFacts } from '@basecase/db/queries/series/get-latest-facts';
import { getLineHistory } from '@basecase/db/queries/series/get-line-history';
import { getSeries } from '@basecase/db/queries/series/get-series';
import type { SeriesLineEntry } from '@basecase/db/types';
import { TABLE_TYPES } from '@basecase/views/document';
import { answers } from '../database';
import { defineOperation, defineRoute, json, texts } from '../operations/operation';
import { tableResponse } from '../operations/table-operations';
import { refuseAddress } from '../refuse-address';
import { serverCaller } from '../root';
import { unknownParameters } from '../unknown-parameters';
import {
  type AskedLine,
  type FoundSeries,
  findLines,
  findSeries,
  LINE_PARAMETERS,
  unknownMetric,
} from './find-series';
import { drawSeriesCsv, toLinesAnswer, toNightsAnswer, toSeriesAnswer } from './series-answers';
import { annotationFilter, annotationInput, linesQuery, seriesQuery } from './series-schemas';

export const listNotes = defineOperation({
  at: 'GET /api/v1/annotations',
  summary: 'External events (kernel, disk, machine) on the timeline of a server, newest first.',
  role: null,
  query: annotationFilter,
  checks: 'names',
  answer: annotationListSchema,
  description: 'All of them.',
  run: async ({ db, query: { server } }) => ({ annotations: await listAnnotations(db, { server }) }),
});

export const addNote = defineOperation({
  at: 'POST /api/v1/annotations',
  summary:
    'Record an external event (kernel, disk, machine). A change of level there is not counted as a regression.',
  role: 'upload',
  body: annotationInput,
  status: 201,
  answer: annotationSchema,
  description: 'The annotation.',
  problems: { 400: 'SETTING_INVALID', 404: 'NOT_FOUND' },
  run: async ({ db, body: { at, label, server = null, product = null }, by }) =>
    addAnnotation(db, { at, label, server, product, by: await by() }),
});

export const removeNote = defineOperation({
  at: 'DELETE /api/v1/annotations/{id}',
  summary: 'Take an annotation back. It stays in the list, with who did it.',
  role: 'upload',
  answer: annotationSchema,
  description: 'The annotation.',
  run: async ({ db, key, by }) => removeAnnotation(db, { id: key, by: await by() }),
});

const notUnderstood = { 400: 'PARAMETER_INVALID', 404: 'NOT_FOUND' };

/** The lines that a query means. @throws AddressError for what it does not understand */
async function linesOf(query: AskedLine, search: URLSearchParams): Promise<SeriesLineEntry[]> {
  const { lines, problems } = await findLines(await serverCaller().series.lines(), query);
  refuseAddress([...unknownParameters(search, linesQuery), ...problems], LINE_PARAMETERS);
  return lines;
}

export const listLines = defineOperation({
  at: 'GET /api/v1/series/lines',
  summary: 'Version lines with nights, and their tests: what there are series of.',
  role: null,
  query: linesQuery,
  answer: linesSchema,
  description: 'The lines.',
  problems: notUnderstood,
  run: async ({ query, search }) => {
    const lines = await linesOf(query, search);
    const overviews = await Promise.all(
      lines.map(({ server, workload, key }) =>
        serverCaller().series.overview({
          server: server.slug,
          workload: workload.slug,
          line: key,
          nights: 1,
        }),
      ),
    );
    return { lines, overviews };
  },
  json: toLinesAnswer,
});

export const listNights = defineOperation({
  at: 'GET /api/v1/series/nights',
  summary: 'All tests of a version line in all nights: what a new build is judged against.',
  role: null,
  query: linesQuery,
  answer: nightsSchema,
  description: 'Throughput in base units; a missing one is null, never 0.',
  problems: notUnderstood,
  run: async ({ query, search }) => {
    const [entry] = await linesOf(query, search);
    if (!entry) throw new NotFoundError('No nights are loaded.');
    const question = { server: entry.server.slug, workload: entry.workload.slug, line: entry.key };
    return answers().get(`nights ${JSON.stringify(question)}`, null, (db) => getLineHistory(db, question));
  },
  json: toNightsAnswer,
});

export const readTest = defineRoute({
  at: 'GET /api/v1/series',
  summary: 'One test of a version line, night after night, with its levels, changes and events.',
  role: null,
  query: seriesQuery,
  checks: 'own',
  answers: {
    200: {
      description: 'Values in base units; a missing one is null, never 0.',
      content: { ...json(seriesSchema), ...texts(TABLE_TYPES.csv) },
    },
  },
  problems: { 400: 'PARAMETER_INVALID' },
  async respond({ query: { format }, search, baseUrl }) {
    const { found, problems } = await findSeries(search);
    refuseAddress(problems, [...LINE_PARAMETERS, 'test']);
    if (!found) throw new NotFoundError('No nights are loaded.');
    const { view, facts } = await readSeries(found);
    if (found.metric !== 'throughput' && !view.metrics.includes(found.metric)) {
      const { view: all } = await readSeries({ ...found, metric: null });
      refuseAddress(unknownMetric(search.get('metric') ?? '', all.metrics));
    }
    const series = toSeriesAnswer(view, { ...found, facts, baseUrl });
    return format === 'json' ? Response.json(series) : tableResponse(drawSeriesCsv(series), 'csv');
  },
});

/** @param found metric: null for those that the page has */
function readSeries({
  entry,
  test,
  metric,
}: Omit<FoundSeries, 'metric'> & { metric: FoundSeries['metric'] | null }) {
  const question = {
    server: entry.server.slug,
    workload: entry.workload.slug,
    line: entry.key,
    test,
    ...(metric && { metrics: [metric] }),
  };
  // Scripts ask again and again for what did not change.
  return answers().get(`series ${JSON.stringify(question)}`, null, async (database) => {
    const view = await getSeries(database, question);
    const runs = view.nights.map(({ run }) => run);
    return { view, facts: await getLatestFacts(database, runs) };
  });
}
