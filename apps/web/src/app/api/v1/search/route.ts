import { routeOf } from '../../../../server/operations/route-of';
import { findAnything } from '../../../../server/search-answer';

export const GET = routeOf(findAnything);
