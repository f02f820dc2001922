import { routeOf } from '../../../../../../server/operations/route-of';
import { findUpload } from '../../../../../../server/uploads/upload-operations';

export const GET = routeOf(findUpload);
