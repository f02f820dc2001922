import { claimPlanOperation } from '../../../../../server/agents/agent-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const POST = routeOf(claimPlanOperation);
