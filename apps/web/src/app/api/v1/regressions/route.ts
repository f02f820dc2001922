import { listRegressions } from '@basecase/db';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { database } from '../../../../server/database';
import { regressionFilter, toRegressionListJson } from '../../../../server/regressions/regression-schemas';

/** Records of regressions, or of improvements with `kind=improvement`, with the filters of their page. */
export function GET(request: Request) {
  return answer('GET /api/v1/regressions', async () => {
    const filter = regressionFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    const list = await listRegressions(database(), filter);
    return Response.json(toRegressionListJson(list, baseUrlOf(request.headers)));
  });
}
