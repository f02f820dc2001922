import { cancelUpload } from '@basecase/db/jobs/change-upload';
import { blobs, database } from '../../../../../../server/database';
import { changeRoute } from '../../../../../../server/uploads/change-route';

/** Stops an upload that is not stored yet; nothing of it is kept. */
export const POST = changeRoute('cancel', (id) => cancelUpload(database(), blobs(), id));
