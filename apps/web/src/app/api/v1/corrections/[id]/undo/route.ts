import { undoRuns } from '../../../../../../server/corrections/correction-operations';
import { routeOf } from '../../../../../../server/operations/route-of';

export const POST = routeOf(undoRuns);
