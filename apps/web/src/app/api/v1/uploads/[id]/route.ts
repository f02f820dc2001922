import { routeOf } from '../../../../../server/operations/route-of';
import { readUpload, removeUpload } from '../../../../../server/uploads/upload-operations';

export const GET = routeOf(readUpload);
export const DELETE = routeOf(removeUpload);
