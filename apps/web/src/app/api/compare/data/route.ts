import { toInitialPayload } from '@basecase/views/compare';
import { answer, problem } from '../../../../server/answer';
import { laterAnswer } from '../../../../server/pages/later-data';
import { loadCompare } from '../../../../server/pages/load-compare';

/** The data of a compare page with many tests, by the query of the page. Not part of the HTTP interface. */
export function GET(request: Request) {
  return answer('GET /api/compare/data', async () => {
    const { view } = await loadCompare(new URL(request.url).searchParams);
    if (!view) return problem({ status: 404, code: 'NOT_FOUND', title: 'No such heatmap' });
    return laterAnswer(toInitialPayload(view.data, view.state));
  });
}
