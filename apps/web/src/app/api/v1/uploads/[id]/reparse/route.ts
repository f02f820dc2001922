import { reparseUpload } from '@basecase/db';
import { blobs, database } from '../../../../../../server/database';
import { changeRoute } from '../../../../../../server/uploads/change-route';

/** Reads an upload again, with the parsers of today. */
export const POST = changeRoute('reparse', (id) => reparseUpload(database(), blobs(), id));
