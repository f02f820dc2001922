import {
  acceptedSchema,
  deletionSchema,
  uploadFilter,
  uploadPageSchema,
  uploadSchema,
} from '@basecase/contract/upload';
import { NotFoundError } from '@basecase/db/errors';
import { cancelUpload, confirmUpload, reparseUpload } from '@basecase/db/jobs/change-upload';
import { deleteUpload } from '@basecase/db/jobs/delete-upload';
import { findUploadBySha256, getUpload } from '@basecase/db/queries/uploads/get-upload';
import { listUploads } from '@basecase/db/queries/uploads/list-uploads';
import { env } from '../../env';
import { blobs, database } from '../database';
import { bytes, defineOperation, defineRoute, json } from '../operations/operation';
import { refuseAddress } from '../refuse-address';
import { unknownParameters } from '../unknown-parameters';
import { receiveUpload } from './receive-upload';
import { confirmInput, putQuery, reparseInput, toUploadJson } from './upload-schemas';

const notFound = { 404: 'NOT_FOUND' };

const accepted = json(acceptedSchema);

export const putUpload = defineRoute({
  at: 'PUT /api/v1/uploads',
  summary: 'Upload a tarball or a log. The body is the raw bytes. Sending them again is safe.',
  role: 'upload',
  query: putQuery,
  checks: 'own',
  body: bytes('application/octet-stream'),
  answers: {
    202: { description: 'New: queued for reading.', content: accepted },
    200: { description: 'The same bytes are already stored.', content: accepted },
  },
  problems: {
    400: 'INPUT_INVALID, PARAMETER_INVALID, BODY_EMPTY, BODY_CUT, LENGTH_INVALID, LENGTH_MISMATCH, HASH_MISMATCH',
    413: 'UPLOAD_TOO_LARGE',
    507: 'DISK_FULL, DATABASE_FULL',
  },
  async respond({ request, search, baseUrl }) {
    // A misspelt parameter would be ignored, and the upload stored without it.
    refuseAddress(unknownParameters(search, putQuery));
    const maxBytes = env().BASECASE_MAX_UPLOAD_BYTES;
    const { uploadId: id, isNew } = await receiveUpload(request, {
      db: database(),
      blobs: blobs(),
      maxBytes,
    });
    const url = `${baseUrl}/uploads/${id}`;
    return Response.json(
      { id, url },
      { status: isNew ? 202 : 200, headers: { location: `/api/v1/uploads/${id}` } },
    );
  },
});

/** Operations that answer with one upload. */
const oneUpload = { answer: uploadSchema, description: 'The upload.', json: toUploadJson };

export const listUploadPages = defineOperation({
  at: 'GET /api/v1/uploads',
  summary: 'Uploads, newest first.',
  role: null,
  query: uploadFilter,
  checks: 'parameters',
  answer: uploadPageSchema,
  description: 'A page of uploads.',
  problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
  run: ({ db, query }) => listUploads(db, query),
  json: (page) => page,
});

export const findUpload = defineOperation({
  ...oneUpload,
  at: 'GET /api/v1/uploads/by-sha256/{sha256}',
  summary: 'The upload with these bytes. HEAD says whether there is one.',
  role: null,
  problems: notFound,
  run: async ({ db, key }) => {
    const id = await findUploadBySha256(db, key.toLowerCase());
    if (id === null) throw new NotFoundError('These bytes have not been uploaded.');
    return getUpload(db, id);
  },
});

export const readUpload = defineOperation({
  ...oneUpload,
  at: 'GET /api/v1/uploads/{id}',
  summary: 'State, progress, counts, diagnostics, and the stored runs with their links.',
  role: null,
  problems: notFound,
  run: ({ db, key }) => getUpload(db, key),
});

export const removeUpload = defineOperation({
  at: 'DELETE /api/v1/uploads/{id}',
  summary: 'Remove an upload with its runs.',
  role: 'admin',
  answer: deletionSchema,
  description: 'What was deleted.',
  problems: { ...notFound, 409: 'UPLOAD_BUSY' },
  run: ({ db, key }) => deleteUpload(db, blobs(), key),
  json: (deletion) => deletion,
});

export const confirmHeldUpload = defineOperation({
  ...oneUpload,
  at: 'POST /api/v1/uploads/{id}/confirm',
  summary: 'Confirm an upload that waits in preview.',
  role: 'upload',
  body: confirmInput,
  problems: { ...notFound, 400: 'INPUT_INVALID, SETTING_INVALID', 409: 'UPLOAD_NOT_WAITING' },
  run: async ({ db, key, body }) => {
    await confirmUpload(db, key, body);
    return getUpload(db, key);
  },
});

export const stopUpload = defineOperation({
  ...oneUpload,
  at: 'POST /api/v1/uploads/{id}/cancel',
  summary: 'Stop an upload that is not stored yet.',
  role: 'upload',
  problems: { ...notFound, 409: 'UPLOAD_ENDED' },
  run: async ({ db, key }) => {
    await cancelUpload(db, blobs(), key);
    return getUpload(db, key);
  },
});

export const readUploadAgain = defineOperation({
  ...oneUpload,
  at: 'POST /api/v1/uploads/{id}/reparse',
  summary:
    'Read an upload again with the current parsers, and of another device of iostat if the body names one.',
  role: 'upload',
  body: reparseInput,
  problems: { ...notFound, 409: 'UPLOAD_BUSY, FILES_REMOVED' },
  run: async ({ db, key, body }) => {
    await reparseUpload(db, blobs(), key, body);
    return getUpload(db, key);
  },
});
