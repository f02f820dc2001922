import { exportRun } from '../../../../../../server/operations/file-operations';
import { routeOf } from '../../../../../../server/operations/route-of';

export const GET = routeOf(exportRun);
