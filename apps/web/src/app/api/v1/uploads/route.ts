import { routeOf } from '../../../../server/operations/route-of';
import { listUploadPages, putUpload } from '../../../../server/uploads/upload-operations';

export const PUT = routeOf(putUpload);
export const GET = routeOf(listUploadPages);
