import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { database } from '../../../../server/database';
import { loadFeed } from '../../../../server/regressions/load-feed';

/** Regressions as an Atom feed, the newest first: all, of one product, or of one server. */
export function GET(request: Request) {
  return answer('GET /api/v1/regressions.atom', async () => {
    const feed = await loadFeed(database(), new URL(request.url).searchParams, baseUrlOf(request.headers));
    return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
  });
}
