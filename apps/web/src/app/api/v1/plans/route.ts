import { listPlansOperation, queuePlanOperation } from '../../../../server/agents/agent-operations';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(listPlansOperation);
export const POST = routeOf(queuePlanOperation);
