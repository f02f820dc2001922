import { routeOf } from '../../../../server/operations/route-of';
import { listRecords } from '../../../../server/regressions/regression-schemas';

export const GET = routeOf(listRecords);
