import { removeAnnotation } from '@basecase/db/annotations/annotations';
import { actorOf, requireRole } from '../../../../../server/access/auth';
import { answer } from '../../../../../server/answer';
import { database } from '../../../../../server/database';

/** Takes an annotation back; it stays in the list, with who did it. */
export function DELETE(request: Request, { params }: { params: Promise<{ id: string }> }) {
  return answer('DELETE /api/v1/annotations/:id', async () => {
    await requireRole(request, 'upload');
    const { id } = await params;
    const by = await actorOf(request.headers);
    return Response.json(await removeAnnotation(database(), { id, by }));
  });
}
