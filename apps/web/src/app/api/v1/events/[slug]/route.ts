import { routeOf } from '../../../../../server/operations/route-of';
import { getEventOperation } from '../../../../../server/regressions/event-operations';

export const GET = routeOf(getEventOperation);
