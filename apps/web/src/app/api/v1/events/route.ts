import { routeOf } from '../../../../server/operations/route-of';
import { listEventsOperation } from '../../../../server/regressions/event-operations';

export const GET = routeOf(listEventsOperation);
