import { serversUrl, toRest } from '@basecase/views/servers';
import { logError } from '../../../../server/log';
import { loadServers } from '../../../../server/pages/load-servers';
import { problem } from '../../../../server/problem';

/** What a large servers page leaves out at first, for its query. Not part of the HTTP interface. */
export async function GET(request: Request) {
  try {
    const { page } = await loadServers(serversUrl.parse(new URL(request.url).searchParams));
    if (page) return Response.json(toRest(page.data));
    return problem({ status: 404, code: 'NOT_FOUND', title: 'No matching runs' });
  } catch (error) {
    logError('api/servers/rest', error);
    return problem({
      status: 500,
      code: 'INTERNAL',
      title: 'Internal server error. See the server log.',
    });
  }
}
