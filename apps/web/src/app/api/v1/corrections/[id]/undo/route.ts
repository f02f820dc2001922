import { previewUndo } from '@basecase/db/corrections/preview-correction';
import { undoCorrection } from '@basecase/db/corrections/undo-correction';
import { actorOf, requireRole } from '../../../../../../server/access/auth';
import { answer } from '../../../../../../server/answer';
import { isPreview, undoInput } from '../../../../../../server/corrections/correction-schemas';
import { database } from '../../../../../../server/database';
import { readJson } from '../../../../../../server/uploads/read-json';

/** Undoes a correction; `?preview` only lists the changes. */
export function POST(request: Request, { params }: { params: Promise<{ id: string }> }) {
  return answer('POST /api/v1/corrections/:id/undo', async () => {
    await requireRole(request, 'upload');
    const { id } = await params;
    if (isPreview(request.url)) return Response.json(await previewUndo(database(), id));
    const input = undoInput.parse(await readJson(request));
    const by = await actorOf(request.headers);
    return Response.json(await undoCorrection(database(), id, { ...input, by }));
  });
}
