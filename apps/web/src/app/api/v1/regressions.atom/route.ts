import { routeOf } from '../../../../server/operations/route-of';
import { readFeed } from '../../../../server/regressions/feed-operations';

export const GET = routeOf(readFeed);
