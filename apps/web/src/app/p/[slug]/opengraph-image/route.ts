import { cellCard, compareProblems, compareUrl, groupChart, tableCard } from '@basecase/views/compare';
import { documentCard, documentCards } from '@basecase/views/document';
import { documentLink, heatmapLink, recordLink } from '@basecase/views/link';
import { drawRecord } from '@basecase/views/regressions';
import { answer, problem } from '../../../../server/answer';
import { renderGroups, renderImage } from '../../../../server/image/render-image';
import { loadFrozen, loadFrozenDocument } from '../../../../server/permalinks/load-frozen';
import { refuseOtherPicture } from '../../../../server/refuse-address';
import { findFrozenRecord } from '../../../../server/regressions/find-record';

/** A day: the numbers never change, how they are drawn may. */
const MAX_AGE = 86_400;

/** The image of a permalink: a card of 1200 × 630, or with `size=table` the whole table. */
export function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  return answer('GET /p/:slug/opengraph-image', async () => {
    const { slug } = await params;
    const { searchParams } = new URL(request.url);
    const size = searchParams.get('size') === 'table' ? 'table' : 'card';
    const frozen = await loadFrozen(slug);
    const document = frozen ? null : await loadFrozenDocument(slug);
    if (document) {
      const tables = documentCards(document.document);
      return renderImage(
        {
          table: documentCard(document.document),
          cell: null,
          tables,
          link: documentLink(document.document, document.livePath),
        },
        { size, maxAge: MAX_AGE },
      );
    }
    const record = frozen ? null : await findFrozenRecord(slug);
    if (record) {
      const drawing = { ...drawRecord(record.record), link: recordLink(record.record) };
      return renderImage(drawing, { size, maxAge: MAX_AGE });
    }
    if (!frozen) return problem({ status: 404, code: 'NOT_FOUND', title: 'No such permalink' });
    const { data } = frozen;
    refuseOtherPicture(compareProblems(searchParams, { entries: [data], data }, ['size']), searchParams);
    const state = compareUrl.parse(searchParams, frozen.state);
    const groups = await renderGroups(searchParams, () => groupChart(frozen.data, state), MAX_AGE);
    if (groups) return groups;
    return renderImage(
      {
        table: tableCard(frozen.data, state),
        cell: cellCard(frozen.data, state),
        link: heatmapLink(frozen.data, state),
      },
      { size, maxAge: MAX_AGE },
    );
  });
}
