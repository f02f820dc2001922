import { getServerPage } from '@basecase/db/servers/get-server-page';
import { setServerFacts } from '@basecase/db/servers/set-server-facts';
import { actorOf, requireRole } from '../../../../../server/access/auth';
import { baseUrlOf } from '../../../../../server/access/request-origin';
import { answer } from '../../../../../server/answer';
import { database } from '../../../../../server/database';
import { patchFactsInput } from '../../../../../server/servers/server-schemas';
import { toServerJson } from '../../../../../server/servers/to-server-json';
import { readJson } from '../../../../../server/uploads/read-json';

interface Route {
  params: Promise<{ slug: string }>;
}

/** What a server is and who says so, its names, and what was measured on it. */
export function GET(request: Request, { params }: Route) {
  return answer('GET /api/v1/servers/:slug', async () => {
    const { slug } = await params;
    return Response.json(toServerJson(await getServerPage(database(), slug), baseUrlOf(request.headers)));
  });
}

/** Says what a server is. What was read stays beside it. */
export function PATCH(request: Request, { params }: Route) {
  return answer('PATCH /api/v1/servers/:slug', async () => {
    await requireRole(request, 'upload');
    const { slug } = await params;
    const { seen, ...facts } = patchFactsInput.parse(await readJson(request));
    await setServerFacts(database(), slug, { facts, seen, by: await actorOf(request.headers) });
    return Response.json(toServerJson(await getServerPage(database(), slug), baseUrlOf(request.headers)));
  });
}
