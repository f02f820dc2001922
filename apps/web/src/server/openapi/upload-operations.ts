import { acceptedSchema, deletionSchema, uploadPageSchema, uploadSchema } from '@basecase/contract/upload';
import { NotFoundError } from '@basecase/db/errors';
import { cancelUpload, confirmUpload, reparseUpload } from '@basecase/db/jobs/change-upload';
import { deleteUpload } from '@basecase/db/jobs/delete-upload';
import { findUploadBySha256, getUpload } from '@basecase/db/queries/uploads/get-upload';
import { listUploads } from '@basecase/db/queries/uploads/list-uploads';
import { blobs } from '../database';
import { bytes, json, type Operations } from '../operations/described';
import { defineOperation } from '../operations/operation';
import { confirmInput, putQuery, reparseInput, toUploadJson, uploadFilter } from '../uploads/upload-schemas';

const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };

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

/** Uploads: the part of the interface that writes. */
export const UPLOAD_OPERATIONS: Operations = {
  '/api/v1/uploads': {
    put: {
      summary: 'Upload a tarball or a log. The body is the raw bytes. Sending them again is safe.',
      role: 'upload',
      query: putQuery,
      body: bytes('application/octet-stream'),
      answers: {
        202: { description: 'New: queued for reading.', content: json(acceptedSchema) },
        200: { description: 'The same bytes are already stored.', content: json(acceptedSchema) },
      },
      problems: {
        ...wrongToken,
        400: 'INPUT_INVALID, PARAMETER_INVALID, BODY_EMPTY, BODY_CUT, LENGTH_INVALID, LENGTH_MISMATCH, HASH_MISMATCH',
        413: 'UPLOAD_TOO_LARGE',
        507: 'DISK_FULL, DATABASE_FULL',
      },
    },
    get: listUploadPages.described,
  },
  '/api/v1/uploads/by-sha256/{sha256}': { get: findUpload.described },
  '/api/v1/uploads/{id}': { get: readUpload.described, delete: removeUpload.described },
  '/api/v1/uploads/{id}/confirm': { post: confirmHeldUpload.described },
  '/api/v1/uploads/{id}/cancel': { post: stopUpload.described },
  '/api/v1/uploads/{id}/reparse': { post: readUploadAgain.described },
};
