import { serversView, toRest } from '@basecase/views/servers';
import { answer, problem } from '../../../../server/answer';
import { serverCaller } from '../../../../server/root';

/** What a large servers page leaves out at first, for its query. Not part of the HTTP interface. */
export function GET(request: Request) {
  return answer('GET /api/servers/rest', async () => {
    const { url, read } = serversView;
    const { page } = await read(serverCaller().servers, url.parse(new URL(request.url).searchParams));
    if (page) return Response.json(toRest(page.data));
    return problem({ status: 404, code: 'NOT_FOUND', title: 'No matching runs' });
  });
}
