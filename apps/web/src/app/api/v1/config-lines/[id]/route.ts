import { undoConfigLine } from '../../../../../server/lines/line-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const DELETE = routeOf(undoConfigLine);
