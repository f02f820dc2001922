import { recordLink } from '@basecase/views/link';
import { drawRecord } from '@basecase/views/regressions';
import { answer, problem } from '../../../../server/answer';
import { renderImage } from '../../../../server/image/render-image';
import { findRecord } from '../../../../server/regressions/find-record';

/** Live numbers change with every upload. */
const MAX_AGE = 60;

/** The image of a record: a card of 1200 × 630 with its numbers, or with `size=table` its group over all versions. */
export function GET(request: Request, { params }: { params: Promise<{ slug: string }> }) {
  return answer('GET /r/:slug/opengraph-image', async () => {
    const record = await findRecord((await params).slug);
    if (!record) return problem({ status: 404, code: 'NOT_FOUND', title: 'No such record' });
    const isTable = new URL(request.url).searchParams.get('size') === 'table';
    return renderImage(
      { ...drawRecord(record), link: recordLink(record) },
      { size: isTable ? 'table' : 'card', maxAge: MAX_AGE },
    );
  });
}
