import { reparseUpload } from '@basecase/db/jobs/change-upload';
import { blobs, database } from '../../../../../../server/database';
import { changeRoute } from '../../../../../../server/uploads/change-route';
import { readJson } from '../../../../../../server/uploads/read-json';
import { reparseInput } from '../../../../../../server/uploads/upload-schemas';

/** Reads an upload again, with the parsers of today; the body may name another device of iostat. */
export const POST = changeRoute('reparse', async (id, request) => {
  await reparseUpload(database(), blobs(), id, reparseInput.parse(await readJson(request)));
});
