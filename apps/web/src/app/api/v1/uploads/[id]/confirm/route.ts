import { routeOf } from '../../../../../../server/operations/route-of';
import { confirmHeldUpload } from '../../../../../../server/uploads/upload-operations';

export const POST = routeOf(confirmHeldUpload);
