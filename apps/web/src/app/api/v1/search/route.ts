import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import { serverCaller } from '../../../../server/root';
import { searchQuery, toSearchAnswer } from '../../../../server/search-answer';

/** What has every word of `q`, by kind. */
export function GET(request: Request) {
  return answer('GET /api/v1/search', async () => {
    const query = searchQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    const found = await serverCaller().search.find(query);
    return Response.json(toSearchAnswer(found, baseUrlOf(request.headers)));
  });
}
