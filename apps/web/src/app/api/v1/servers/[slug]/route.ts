import { readServer, sayFacts } from '../../../../../server/openapi/server-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const GET = routeOf(readServer);
export const PATCH = routeOf(sayFacts);
