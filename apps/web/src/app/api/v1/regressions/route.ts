import { listRegressions } from '@basecase/db/regressions/list-regressions';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { database } from '../../../../server/database';
import { readListNames, unknownParameters } from '../../../../server/list-names';
import { refuseAddress } from '../../../../server/refuse-address';
import { regressionFilter, toRegressionListJson } from '../../../../server/regressions/regression-schemas';

/** Records of regressions, or of improvements with `kind=improvement`, with the filters of their page. */
export function GET(request: Request) {
  return answer('GET /api/v1/regressions', async () => {
    const query = new URL(request.url).searchParams;
    const filter = regressionFilter.parse(Object.fromEntries(query));
    const { product, problems } = await readListNames(filter);
    const refused = refuseAddress([...unknownParameters(query, regressionFilter), ...problems]);
    if (refused) return refused;
    const list = await listRegressions(database(), { ...filter, product: product || undefined });
    return Response.json(toRegressionListJson(list, baseUrlOf(request.headers)));
  });
}
