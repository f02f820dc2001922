import { cellCard, groupChart, tableCard } from '@basecase/views/compare';
import { answer, problem } from '../../../server/answer';
import { imageSize, renderGroups, renderImage } from '../../../server/image/render-image';
import { loadCompare } from '../../../server/pages/load-compare';
import { refuseOtherPicture } from '../../../server/refuse-address';

/** Live numbers change with every upload. */
const MAX_AGE = 60;

/** The view of the compare page as an image: a card of 1200 × 630, or with `size=table` the whole table. */
export function GET(request: Request) {
  return answer('GET /compare/image', async () => {
    const { searchParams } = new URL(request.url);
    const { view, problems } = await loadCompare(searchParams);
    refuseOtherPicture(problems, searchParams);
    if (!view)
      return problem({ status: 404, code: 'NOT_FOUND', title: 'No such heatmap, or no data is loaded' });
    const { data, state } = view;
    return (
      (await renderGroups(searchParams, () => groupChart(data, state), MAX_AGE)) ??
      renderImage(
        { table: tableCard(data, state), cell: cellCard(data, state) },
        { size: imageSize(searchParams), maxAge: MAX_AGE },
      )
    );
  });
}
