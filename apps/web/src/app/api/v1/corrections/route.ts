import { correctRuns, listAllCorrections } from '../../../../server/corrections/correction-operations';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(listAllCorrections);
export const POST = routeOf(correctRuns);
