import { applyCorrection } from '@basecase/db/corrections/apply-correction';
import { listCorrections } from '@basecase/db/corrections/list-corrections';
import { previewCorrection } from '@basecase/db/corrections/preview-correction';
import type { RunChanges } from '@basecase/db/types';
import { actorOf, requireRole } from '../../../../server/access/auth';
import { baseUrlOf } from '../../../../server/access/request-origin';
import { answer } from '../../../../server/answer';
import {
  correctionFilter,
  correctionInput,
  isPreview,
  previewInput,
} from '../../../../server/corrections/correction-schemas';
import { correctionUrl, toEntryJson } from '../../../../server/corrections/to-correction-json';
import { database } from '../../../../server/database';
import { readJson } from '../../../../server/uploads/read-json';

/** The history of corrections, the newest first. */
export function GET(request: Request) {
  return answer('GET /api/v1/corrections', async () => {
    const filter = correctionFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    const { corrections, next } = await listCorrections(database(), filter);
    const baseUrl = baseUrlOf(request.headers);
    return Response.json({ corrections: corrections.map((entry) => toEntryJson(entry, baseUrl)), next });
  });
}

/** Corrects runs; `?preview` only lists the changes. */
export function POST(request: Request) {
  return answer('POST /api/v1/corrections', async () => {
    await requireRole(request, 'upload');
    const body = await readJson(request);
    // Values are checked where they are applied.
    if (isPreview(request.url)) {
      const { select, changes } = previewInput.parse(body);
      const asked = { kind: 'runs', select, changes: changes as RunChanges };
      return Response.json(await previewCorrection(database(), asked));
    }
    const { changes, ...input } = correctionInput.parse(body);
    const by = await actorOf(request.headers);
    const done = await applyCorrection(database(), {
      ...input,
      kind: 'runs',
      changes: changes as RunChanges,
      by,
    });
    const url = correctionUrl(done.id, baseUrlOf(request.headers));
    return Response.json({ ...done, url }, { status: 201, headers: { location: url } });
  });
}
