import { version } from '../../../../env';
import { describeApi } from '../../../../server/openapi/describe-api';

export const dynamic = 'force-static';

/** OpenAPI 3.1 of this interface. */
export function GET() {
  return Response.json(describeApi(version()));
}
