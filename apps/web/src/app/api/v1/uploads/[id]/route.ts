import { deleteUpload } from '@basecase/db/jobs/delete-upload';
import { getUpload } from '@basecase/db/queries/uploads/get-upload';
import { requireRole } from '../../../../../server/access/auth';
import { baseUrlOf } from '../../../../../server/access/request-origin';
import { answer } from '../../../../../server/answer';
import { blobs, database } from '../../../../../server/database';
import { toUploadJson } from '../../../../../server/uploads/upload-schemas';

interface Route {
  params: Promise<{ id: string }>;
}

/** State, progress, counts, diagnostics, and the stored runs with their links. */
export function GET(request: Request, { params }: Route) {
  return answer('GET /api/v1/uploads/:id', async () => {
    const { id } = await params;
    return Response.json(toUploadJson(await getUpload(database(), id), baseUrlOf(request.headers)));
  });
}

/** Removes an upload with its runs, and says what went. */
export function DELETE(request: Request, { params }: Route) {
  return answer('DELETE /api/v1/uploads/:id', async () => {
    await requireRole(request, 'admin');
    const { id } = await params;
    return Response.json(await deleteUpload(database(), blobs(), id));
  });
}
