import { z } from 'zod';
import { bytes, json, type Operations, toJsonSchema } from '../operations/described';
import {
  acceptedSchema,
  confirmInput,
  deletionSchema,
  putQuery,
  reparseInput,
  uploadFilter,
  uploadPageSchema,
  uploadSchema,
} from '../uploads/upload-schemas';

const upload = { 200: { description: 'The upload.', content: json(uploadSchema) } };
const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };

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
    get: {
      summary: 'Uploads, newest first.',
      role: null,
      query: uploadFilter,
      answers: { 200: { description: 'A page of uploads.', content: json(uploadPageSchema) } },
      problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/uploads/by-sha256/{sha256}': {
    get: {
      summary: 'The upload with these bytes. HEAD says whether there is one.',
      role: null,
      path: z.object({ sha256: z.string() }),
      answers: upload,
      problems: notFound,
    },
  },
  '/api/v1/uploads/{id}': {
    get: {
      summary: 'State, progress, counts, diagnostics, and the stored runs with their links.',
      role: null,
      path: z.object({ id: z.string() }),
      answers: upload,
      problems: notFound,
    },
    delete: {
      summary: 'Remove an upload with its runs.',
      role: 'admin',
      path: z.object({ id: z.string() }),
      answers: { 200: { description: 'What was deleted.', content: json(deletionSchema) } },
      problems: { ...wrongToken, ...notFound, 409: 'UPLOAD_BUSY' },
    },
  },
  '/api/v1/uploads/{id}/confirm': {
    post: {
      summary: 'Confirm an upload that waits in preview.',
      role: 'upload',
      path: z.object({ id: z.string() }),
      body: { 'application/json': { schema: toJsonSchema(confirmInput, 'input') } },
      answers: upload,
      problems: {
        ...wrongToken,
        ...notFound,
        400: 'INPUT_INVALID, SETTING_INVALID',
        409: 'UPLOAD_NOT_WAITING',
      },
    },
  },
  '/api/v1/uploads/{id}/cancel': {
    post: {
      summary: 'Stop an upload that is not stored yet.',
      role: 'upload',
      path: z.object({ id: z.string() }),
      answers: upload,
      problems: { ...wrongToken, ...notFound, 409: 'UPLOAD_ENDED' },
    },
  },
  '/api/v1/uploads/{id}/reparse': {
    post: {
      summary:
        'Read an upload again with the current parsers, and of another device of iostat if the body names one.',
      role: 'upload',
      path: z.object({ id: z.string() }),
      body: { 'application/json': { schema: toJsonSchema(reparseInput, 'input') } },
      answers: upload,
      problems: { ...wrongToken, ...notFound, 409: 'UPLOAD_BUSY, FILES_REMOVED' },
    },
  },
};
