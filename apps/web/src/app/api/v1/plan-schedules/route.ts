import { addPlanSchedule, listPlanSchedules } from '../../../../server/agents/agent-operations';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(listPlanSchedules);
export const POST = routeOf(addPlanSchedule);
