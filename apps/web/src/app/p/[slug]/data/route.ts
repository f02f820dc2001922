import { answer, problem } from '../../../../server/answer';
import { laterAnswer } from '../../../../server/pages/later-data';
import { loadFrozen } from '../../../../server/permalinks/load-frozen';

/** The numbers of a frozen heatmap with many tests, for its page. Not part of the HTTP interface. */
export function GET(_: Request, { params }: { params: Promise<{ slug: string }> }) {
  return answer('GET /p/:slug/data', async () => {
    const frozen = await loadFrozen((await params).slug);
    if (!frozen) return problem({ status: 404, code: 'NOT_FOUND', title: 'No such permalink' });
    return laterAnswer(frozen.data);
  });
}
