import { z } from 'zod';
import {
  appliedSchema,
  correctionFilter,
  correctionInput,
  correctionPageSchema,
  correctionSchema,
  previewQuery,
  previewSchema,
  undoInput,
  undoneSchema,
} from '../corrections/correction-schemas';
import { json, type Operations, toJsonSchema } from '../operations/described';

const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };
const path = z.object({ id: z.string() });
const preview = { description: 'With `preview`: what would change.', content: json(previewSchema) };

/** Corrections: what people say of runs in place of what was read. */
export const CORRECTION_OPERATIONS: Operations = {
  '/api/v1/corrections': {
    get: {
      summary: 'Corrections, newest first, those that were undone too.',
      role: null,
      query: correctionFilter,
      answers: { 200: { description: 'A page of corrections.', content: json(correctionPageSchema) } },
      problems: { 400: 'INPUT_INVALID, SETTING_INVALID', ...notFound },
    },
    post: {
      summary: 'Correct runs without sending them again. Values read are kept; a correction can be undone.',
      role: 'upload',
      query: previewQuery,
      body: { 'application/json': { schema: toJsonSchema(correctionInput, 'input') } },
      answers: {
        200: preview,
        201: { description: 'The runs are corrected.', content: json(appliedSchema) },
      },
      problems: {
        ...wrongToken,
        ...notFound,
        400: 'INPUT_INVALID, SETTING_INVALID',
        409: 'EDITED_MEANWHILE, IMPORT_BUSY',
      },
    },
  },
  '/api/v1/corrections/{id}': {
    get: {
      summary: 'A correction with each run that it changed.',
      role: null,
      path,
      answers: { 200: { description: 'The correction.', content: json(correctionSchema) } },
      problems: notFound,
    },
  },
  '/api/v1/corrections/{id}/undo': {
    post: {
      summary: 'Undo a correction: its runs count as if it had never been made.',
      role: 'upload',
      path,
      query: previewQuery,
      body: { 'application/json': { schema: toJsonSchema(undoInput, 'input') } },
      answers: {
        200: {
          description: 'What was undone; with `preview`, what would change.',
          content: json(z.union([undoneSchema, previewSchema])),
        },
      },
      problems: {
        ...wrongToken,
        ...notFound,
        400: 'INPUT_INVALID',
        409: 'UNDONE, BUILT_ON, EDITED_MEANWHILE, IMPORT_BUSY',
      },
    },
  },
};
