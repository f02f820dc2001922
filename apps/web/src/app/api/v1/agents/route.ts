import { listAgentsOperation } from '../../../../server/agents/agent-operations';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(listAgentsOperation);
