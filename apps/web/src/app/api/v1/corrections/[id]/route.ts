import { getCorrection } from '@basecase/db/corrections/get-correction';
import { baseUrlOf } from '../../../../../server/access/request-origin';
import { answer } from '../../../../../server/answer';
import { toEntryJson } from '../../../../../server/corrections/to-correction-json';
import { database } from '../../../../../server/database';

/** One correction, with each run that it changed. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  return answer('GET /api/v1/corrections/:id', async () => {
    const correction = await getCorrection(database(), (await params).id);
    return Response.json(toEntryJson(correction, baseUrlOf(request.headers)));
  });
}
