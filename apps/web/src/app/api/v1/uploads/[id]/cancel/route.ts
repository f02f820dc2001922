import { stopUpload } from '../../../../../../server/openapi/upload-operations';
import { routeOf } from '../../../../../../server/operations/route-of';

export const POST = routeOf(stopUpload);
