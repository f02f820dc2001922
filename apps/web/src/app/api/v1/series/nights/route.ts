import { getLineHistory } from '@basecase/db/queries/series/get-line-history';
import { baseUrlOf } from '../../../../../server/access/request-origin';
import { answer } from '../../../../../server/answer';
import { answers } from '../../../../../server/database';
import { unknownParameters } from '../../../../../server/list-names';
import { problem } from '../../../../../server/problem';
import { refuseAddress } from '../../../../../server/refuse-address';
import { serverCaller } from '../../../../../server/root';
import { findLines, LINE_PARAMETERS } from '../../../../../server/series/find-line';
import { linesQuery } from '../../../../../server/series/series-schemas';
import { toNightsAnswer } from '../../../../../server/series/to-nights-answer';

/** All tests of a line in all nights: what a new build is judged against, in one answer. */
export function GET(request: Request) {
  return answer('GET /api/v1/series/nights', async () => {
    const query = new URL(request.url).searchParams;
    const asked = linesQuery.parse(Object.fromEntries(query));
    const { lines, problems } = await findLines(await serverCaller().series.lines(), asked);
    const refused = refuseAddress([...unknownParameters(query, linesQuery), ...problems], LINE_PARAMETERS);
    if (refused) return refused;
    const [entry] = lines;
    if (!entry) return problem({ status: 404, code: 'NOT_FOUND', title: 'No nights are loaded.' });
    const question = { server: entry.server.slug, workload: entry.workload.slug, line: entry.key };
    const history = await answers().get(`nights ${JSON.stringify(question)}`, null, (database) =>
      getLineHistory(database, question),
    );
    return Response.json(toNightsAnswer(history, baseUrlOf(request.headers)));
  });
}
