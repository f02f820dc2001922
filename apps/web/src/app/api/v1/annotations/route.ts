import { addAnnotation, listAnnotations } from '@basecase/db/annotations/annotations';
import { actorOf, requireRole } from '../../../../server/access/auth';
import { answer } from '../../../../server/answer';
import { database } from '../../../../server/database';
import { readListNames, unknownParameters } from '../../../../server/list-names';
import { followState } from '../../../../server/pages/follow-state';
import { refuseAddress } from '../../../../server/refuse-address';
import { annotationFilter, annotationInput } from '../../../../server/series/annotation-schemas';
import { readJson } from '../../../../server/uploads/read-json';

/** What people say happened beside the software, the newest first. */
export function GET(request: Request) {
  return answer('GET /api/v1/annotations', async () => {
    const query = new URL(request.url).searchParams;
    const unknown = refuseAddress(unknownParameters(query, annotationFilter));
    if (unknown) return unknown;
    const { server } = annotationFilter.parse(Object.fromEntries(query));
    const refused = refuseAddress((await readListNames({ server })).problems);
    if (refused) return refused;
    const followed = server && (await followState({ server, workload: '' })).server;
    return Response.json({ annotations: await listAnnotations(database(), { server: followed }) });
  });
}

/** Says that something happened beside the software; the series that it is about are judged again. */
export function POST(request: Request) {
  return answer('POST /api/v1/annotations', async () => {
    await requireRole(request, 'upload');
    const { at, label, server = null, product = null } = annotationInput.parse(await readJson(request));
    const by = await actorOf(request.headers);
    const added = await addAnnotation(database(), { at, label, server, product, by });
    return Response.json(added, { status: 201 });
  });
}
