import { routeOf } from '../../../../../../server/operations/route-of';
import { stopUpload } from '../../../../../../server/uploads/upload-operations';

export const POST = routeOf(stopUpload);
