import { routeOf } from '../../../../server/operations/route-of';
import { drawComparison } from '../../../../server/operations/table-operations';

export const GET = routeOf(drawComparison);
