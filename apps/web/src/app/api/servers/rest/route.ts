import { serversUrl, toRest } from '@basecase/views/servers';
import { answer } from '../../../../server/answer';
import { loadServers } from '../../../../server/pages/load-servers';
import { problem } from '../../../../server/problem';

/** What a large servers page leaves out at first, for its query. Not part of the HTTP interface. */
export function GET(request: Request) {
  return answer('GET /api/servers/rest', async () => {
    const { page } = await loadServers(serversUrl.parse(new URL(request.url).searchParams));
    if (page) return Response.json(toRest(page.data));
    return problem({ status: 404, code: 'NOT_FOUND', title: 'No matching runs' });
  });
}
