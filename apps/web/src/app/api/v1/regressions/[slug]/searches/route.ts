import { routeOf } from '../../../../../../server/operations/route-of';
import { addSearch, listSearches } from '../../../../../../server/regressions/regression-schemas';

export const GET = routeOf(listSearches);
export const POST = routeOf(addSearch);
