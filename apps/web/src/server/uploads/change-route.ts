import { getUpload } from '@basecase/db/queries/uploads/get-upload';
import { requireRole } from '../access/auth';
import { baseUrlOf } from '../access/request-origin';
import { answer } from '../answer';
import { database } from '../database';
import { toUploadJson } from './upload-schemas';

/**
 * A route that changes one upload and answers with what it is then.
 *
 * @param verb last part of the route, e.g. `cancel`
 */
export function changeRoute(verb: string, change: (id: string, request: Request) => Promise<void>) {
  return (request: Request, { params }: { params: Promise<{ id: string }> }) =>
    answer(`POST /api/v1/uploads/:id/${verb}`, async () => {
      await requireRole(request, 'upload');
      const { id } = await params;
      await change(id, request);
      return Response.json(toUploadJson(await getUpload(database(), id), baseUrlOf(request.headers)));
    });
}
