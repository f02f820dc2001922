import { routeOf } from '../../../../../../server/operations/route-of';
import { mergeWorkload } from '../../../../../../server/servers/server-operations';

export const POST = routeOf(mergeWorkload);
