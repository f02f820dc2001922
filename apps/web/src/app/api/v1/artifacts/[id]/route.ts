import { readArtifact } from '../../../../../server/operations/file-operations';
import { routeOf } from '../../../../../server/operations/route-of';

export const GET = routeOf(readArtifact);
