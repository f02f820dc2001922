import { baseUrlOf } from '../../../../../server/access/request-origin';
import { answer } from '../../../../../server/answer';
import { unknownParameters } from '../../../../../server/list-names';
import { refuseAddress } from '../../../../../server/refuse-address';
import { serverCaller } from '../../../../../server/root';
import { findLines, LINE_PARAMETERS } from '../../../../../server/series/find-line';
import { linesQuery } from '../../../../../server/series/series-schemas';
import { toLinesAnswer } from '../../../../../server/series/to-lines-answer';

/** Which lines of nights there are, with their tests: what `/api/v1/series` can be asked for. */
export function GET(request: Request) {
  return answer('GET /api/v1/series/lines', async () => {
    const query = new URL(request.url).searchParams;
    const asked = linesQuery.parse(Object.fromEntries(query));
    const caller = serverCaller();
    const { lines, problems } = await findLines(await caller.series.lines(), asked);
    const refused = refuseAddress([...unknownParameters(query, linesQuery), ...problems], LINE_PARAMETERS);
    if (refused) return refused;
    const overviews = await Promise.all(
      lines.map(({ server, workload, key }) =>
        caller.series.overview({ server: server.slug, workload: workload.slug, line: key, nights: 1 }),
      ),
    );
    return Response.json(toLinesAnswer(lines, overviews, baseUrlOf(request.headers)));
  });
}
