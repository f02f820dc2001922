import { routeOf } from '../../../../../server/operations/route-of';
import { listLines } from '../../../../../server/series/series-operations';

export const GET = routeOf(listLines);
