import { removeNote } from '../../../../../server/openapi/series-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const DELETE = routeOf(removeNote);
