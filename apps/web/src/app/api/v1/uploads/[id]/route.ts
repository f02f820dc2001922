import { readUpload, removeUpload } from '../../../../../server/openapi/upload-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const GET = routeOf(readUpload);
export const DELETE = routeOf(removeUpload);
