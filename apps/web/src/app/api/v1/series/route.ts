import { routeOf } from '../../../../server/operations/route-of';
import { readTest } from '../../../../server/series/series-operations';

export const GET = routeOf(readTest);
