import { routeOf } from '../../../../server/operations/route-of';
import { readEventFeed } from '../../../../server/regressions/feed-operations';

export const GET = routeOf(readEventFeed);
