import { confirmUpload } from '@basecase/db/jobs/change-upload';
import { database } from '../../../../../../server/database';
import { changeRoute } from '../../../../../../server/uploads/change-route';
import { readJson } from '../../../../../../server/uploads/read-json';
import { confirmInput } from '../../../../../../server/uploads/upload-schemas';

/** Lets an upload count that waits in `preview`; the body may name the server and settings. */
export const POST = changeRoute('confirm', async (id, request) => {
  await confirmUpload(database(), id, confirmInput.parse(await readJson(request)));
});
