import { drawReport } from '../../../../server/operations/report-operation';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(drawReport);
