import { mergeWorkloads, previewWorkloadMerge } from '@basecase/db/merges/merge-workloads';
import { actorOf, requireRole } from '../../../../../../server/access/auth';
import { baseUrlOf } from '../../../../../../server/access/request-origin';
import { answer } from '../../../../../../server/answer';
import { isPreview } from '../../../../../../server/corrections/correction-schemas';
import { correctionUrl } from '../../../../../../server/corrections/to-correction-json';
import { database } from '../../../../../../server/database';
import { workloadMergeInput, workloadMergePreview } from '../../../../../../server/servers/server-schemas';
import { readJson } from '../../../../../../server/uploads/read-json';

/** Merges another workload into this one; `?preview` only lists the changes. */
export function POST(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  return answer('POST /api/v1/workloads/:slug/merge', async () => {
    await requireRole(request, 'upload');
    const { slug: into } = await params;
    const body = await readJson(request);
    if (isPreview(request.url)) {
      const asked = workloadMergePreview.parse(body);
      return Response.json(await previewWorkloadMerge(database(), { ...asked, into }));
    }
    const input = workloadMergeInput.parse(body);
    const done = await mergeWorkloads(database(), { ...input, into, by: await actorOf(request.headers) });
    const url = correctionUrl(done.id, baseUrlOf(request.headers));
    return Response.json({ ...done, url }, { status: 201, headers: { location: url } });
  });
}
