import { readCorrection } from '../../../../../server/corrections/correction-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const GET = routeOf(readCorrection);
