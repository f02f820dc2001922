import type { acceptedSchema } from '@basecase/contract/upload';
import { env } from '../../../../env';
import { requireRole } from '../../../../server/access/auth';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { blobs, database } from '../../../../server/database';
import { unknownParameters } from '../../../../server/list-names';
import { listUploadPages } from '../../../../server/openapi/upload-operations';
import { routeOf } from '../../../../server/operations/route-of';
import { refuseAddress } from '../../../../server/refuse-address';
import { receiveUpload } from '../../../../server/uploads/receive-upload';
import { putQuery } from '../../../../server/uploads/upload-schemas';

/** Takes the raw bytes of a tarball or a log: 202 when they are new, 200 with the same id when they are not. */
export function PUT(request: Request) {
  return answer('PUT /api/v1/uploads', async () => {
    await requireRole(request, 'upload');
    // A misspelt parameter would be ignored, and the upload stored without it.
    const refused = refuseAddress(unknownParameters(new URL(request.url).searchParams, putQuery));
    if (refused) return refused;
    const maxBytes = env().BASECASE_MAX_UPLOAD_BYTES;
    const { uploadId, isNew } = await receiveUpload(request, { db: database(), blobs: blobs(), maxBytes });
    const body: (typeof acceptedSchema)['_output'] = {
      id: uploadId,
      url: `${baseUrlOf(request.headers)}/uploads/${uploadId}`,
    };
    return Response.json(body, {
      status: isNew ? 202 : 200,
      headers: { location: `/api/v1/uploads/${uploadId}` },
    });
  });
}

export const GET = routeOf(listUploadPages);
