import { routeOf } from '../../../../../server/operations/route-of';
import { drawDocument } from '../../../../../server/operations/table-operations';

export const GET = routeOf(drawDocument);
