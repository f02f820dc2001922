import { routeOf } from '../../../../../../server/operations/route-of';
import { mergeServer } from '../../../../../../server/servers/server-operations';

export const POST = routeOf(mergeServer);
