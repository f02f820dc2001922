import { routeOf } from '../../../../../server/operations/route-of';
import { removeNote } from '../../../../../server/series/series-operations';

export const DELETE = routeOf(removeNote);
