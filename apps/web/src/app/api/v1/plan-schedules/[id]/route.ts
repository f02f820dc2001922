import { removePlanSchedule } from '../../../../../server/agents/agent-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const DELETE = routeOf(removePlanSchedule);
