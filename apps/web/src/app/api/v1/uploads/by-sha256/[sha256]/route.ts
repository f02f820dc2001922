import { NotFoundError } from '@basecase/db/errors';
import { findUploadBySha256, getUpload } from '@basecase/db/queries/uploads/get-upload';
import { baseUrlOf } from '../../../../../../server/access/request-origin';
import { answer } from '../../../../../../server/answer';
import { database } from '../../../../../../server/database';
import { toUploadJson } from '../../../../../../server/uploads/upload-schemas';

interface Route {
  params: Promise<{ sha256: string }>;
}

/** The upload with these bytes, so that nobody has to send them again to find it. HEAD answers as well. */
export function GET(request: Request, { params }: Route) {
  return answer('GET /api/v1/uploads/by-sha256/:sha256', async () => {
    const { sha256 } = await params;
    const id = await findUploadBySha256(database(), sha256.toLowerCase());
    if (id === null) throw new NotFoundError('These bytes have not been uploaded.');
    return Response.json(toUploadJson(await getUpload(database(), id), baseUrlOf(request.headers)));
  });
}
