import { routeOf } from '../../../../../server/operations/route-of';
import { listNights } from '../../../../../server/series/series-operations';

export const GET = routeOf(listNights);
