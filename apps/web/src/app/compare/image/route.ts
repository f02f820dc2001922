import { cellCard, tableCard } from '@basecase/views/compare';
import { answer, problem } from '../../../server/answer';
import { renderImage } from '../../../server/image/render-image';
import { loadCompare } from '../../../server/pages/load-compare';
import { isAnotherPicture } from '../../../server/refuse-address';

/** Live numbers change with every upload. */
const MAX_AGE = 60;

/** The view of the compare page as an image: a card of 1200 × 630, or with `size=table` the whole table. */
export function GET(request: Request) {
  return answer('GET /compare/image', async () => {
    const { searchParams } = new URL(request.url);
    const { view, problems } = await loadCompare(searchParams);
    if (!view || isAnotherPicture(problems, searchParams)) {
      return problem({
        status: 404,
        code: 'NOT_FOUND',
        title: 'No such heatmap, or no data is loaded',
      });
    }
    return renderImage(
      { table: tableCard(view.data, view.state), cell: cellCard(view.data, view.state) },
      { size: searchParams.get('size') === 'table' ? 'table' : 'card', maxAge: MAX_AGE },
    );
  });
}
