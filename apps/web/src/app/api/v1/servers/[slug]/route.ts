import { routeOf } from '../../../../../server/operations/route-of';
import { readServer, sayFacts } from '../../../../../server/servers/server-operations';

export const GET = routeOf(readServer);
export const PATCH = routeOf(sayFacts);
