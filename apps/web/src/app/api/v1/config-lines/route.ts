import { decideConfigLine, listConfigLines } from '../../../../server/lines/line-operations';
import { routeOf } from '../../../../server/operations/route-of';

export const GET = routeOf(listConfigLines);
export const POST = routeOf(decideConfigLine);
