import { getLatestFacts } from '@basecase/db/queries/series/get-latest-facts';
import { getSeries } from '@basecase/db/queries/series/get-series';
import { TABLE_TYPES } from '@basecase/views/document';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { answers } from '../../../../server/database';
import { problem } from '../../../../server/problem';
import { refuseAddress } from '../../../../server/refuse-address';
import { drawSeriesCsv } from '../../../../server/series/draw-series-csv';
import { LINE_PARAMETERS } from '../../../../server/series/find-line';
import { type FoundSeries, findSeries, unknownMetric } from '../../../../server/series/find-series';
import { SERIES_FORMATS } from '../../../../server/series/series-schemas';
import { toSeriesAnswer } from '../../../../server/series/to-series-answer';

/** One test, night after night, with its levels, changes and events, as `format=json|csv` (json by default). */
export function GET(request: Request) {
  return answer('GET /api/v1/series', async () => {
    const query = new URL(request.url).searchParams;
    const format = query.get('format') ?? 'json';
    if (!SERIES_FORMATS.some((known) => known === format)) {
      const title = `format must be one of ${SERIES_FORMATS.join(', ')}`;
      return problem({ status: 400, code: 'FORMAT_UNKNOWN', title });
    }
    const { found, problems } = await findSeries(query);
    const refused = refuseAddress(problems, [...LINE_PARAMETERS, 'test']);
    if (refused) return refused;
    if (!found) return problem({ status: 404, code: 'NOT_FOUND', title: 'No nights are loaded.' });
    const { view, facts } = await readSeries(found);
    if (found.metric !== 'throughput' && !view.metrics.includes(found.metric)) {
      const asked = query.get('metric') ?? '';
      const { view: all } = await readSeries({ ...found, metric: null });
      const unknown = refuseAddress(unknownMetric(asked, all.metrics));
      if (unknown) return unknown;
    }
    const series = toSeriesAnswer(view, { ...found, facts, baseUrl: baseUrlOf(request.headers) });
    if (format === 'json') return Response.json(series);
    return new Response(drawSeriesCsv(series), {
      headers: { 'content-type': `${TABLE_TYPES.csv}; charset=utf-8` },
    });
  });
}

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
