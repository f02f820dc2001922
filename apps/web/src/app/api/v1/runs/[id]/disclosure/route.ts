import { readDisclosure } from '../../../../../../server/operations/disclosure-operation';
import { routeOf } from '../../../../../../server/operations/route-of';

export const GET = routeOf(readDisclosure);
