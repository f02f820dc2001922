import { cancelPlanOperation, readPlanOperation } from '../../../../../server/agents/agent-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const GET = routeOf(readPlanOperation);
export const DELETE = routeOf(cancelPlanOperation);
