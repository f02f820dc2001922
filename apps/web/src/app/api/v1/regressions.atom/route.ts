import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { database } from '../../../../server/database';
import { readListNames, unknownParameters } from '../../../../server/list-names';
import { refuseAddress } from '../../../../server/refuse-address';
import { feedQuery, loadFeed } from '../../../../server/regressions/load-feed';

/** Regressions as an Atom feed, the newest first: all, of one product, or of one server. */
export function GET(request: Request) {
  return answer('GET /api/v1/regressions.atom', async () => {
    const query = new URL(request.url).searchParams;
    const asked = feedQuery.parse(Object.fromEntries(query));
    const { product, problems } = await readListNames(asked);
    const refused = refuseAddress([...unknownParameters(query, feedQuery), ...problems]);
    if (refused) return refused;
    const feed = await loadFeed(
      database(),
      { ...asked, product: product || undefined },
      baseUrlOf(request.headers),
    );
    return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
  });
}
