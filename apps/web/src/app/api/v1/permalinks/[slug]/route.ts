import { routeOf } from '../../../../../server/operations/route-of';
import { drawPermalink } from '../../../../../server/operations/table-operations';

export const GET = routeOf(drawPermalink);
