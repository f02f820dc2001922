import { routeOf } from '../../../../../../server/operations/route-of';
import { readAnswers } from '../../../../../../server/uploads/upload-answers';

export const GET = routeOf(readAnswers);
