import { eventLink } from '@basecase/views/link';
import { answer, problem } from '../../../../server/answer';
import { renderImage } from '../../../../server/image/render-image';
import { findEvent } from '../../../../server/regressions/find-event';

/** Live numbers change with every upload. */
const MAX_AGE = 60;

/** The image of an event: a card of 1200 × 630 with its sentence and its chart. */
export function GET(_request: Request, { params }: { params: Promise<{ event: string }> }) {
  return answer('GET /regressions/:event/opengraph-image', async () => {
    const found = await findEvent((await params).event);
    if (!found) return problem({ status: 404, code: 'NOT_FOUND', title: 'No such event' });
    return renderImage({ link: eventLink(found.event, found.figures) }, { size: 'card', maxAge: MAX_AGE });
  });
}
