import { findUpload } from '../../../../../../server/openapi/upload-operations';
import { routeOf } from '../../../../../../server/operations/route-of';

export const GET = routeOf(findUpload);
