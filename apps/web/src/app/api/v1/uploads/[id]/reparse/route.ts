import { routeOf } from '../../../../../../server/operations/route-of';
import { readUploadAgain } from '../../../../../../server/uploads/upload-operations';

export const POST = routeOf(readUploadAgain);
