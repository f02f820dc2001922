import { z } from 'zod';
import { previewQuery, previewSchema } from '../corrections/correction-schemas';
import { type Described, json, type Operations, toJsonSchema } from '../operations/described';
import { mergedSchema, serverSchema } from '../servers/server-answers';
import { patchFactsInput, serverMergeInput, workloadMergeInput } from '../servers/server-schemas';

const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };
const path = z.object({ slug: z.string() });
const server = { 200: { description: 'The server.', content: json(serverSchema) } };

function merge(summary: string, input: z.ZodObject): Described {
  return {
    summary,
    role: 'upload',
    path,
    query: previewQuery,
    body: { 'application/json': { schema: toJsonSchema(input, 'input') } },
    answers: {
      200: { description: 'With `preview`: what would change.', content: json(previewSchema) },
      201: { description: 'Merged, as a correction that can be undone.', content: json(mergedSchema) },
    },
    problems: {
      ...wrongToken,
      ...notFound,
      400: 'INPUT_INVALID, SETTING_INVALID',
      409: 'EDITED_MEANWHILE, IMPORT_BUSY',
    },
  };
}

/** Servers and workloads: what they are, and what was put together. */
export const SERVER_OPERATIONS: Operations = {
  '/api/v1/servers/{slug}': {
    get: {
      summary: 'What a server is and who says so, its names, and what was measured on it.',
      role: null,
      path,
      answers: server,
      problems: notFound,
    },
    patch: {
      summary: 'Say what a server is. What was read is kept; null takes back what was said.',
      role: 'upload',
      path,
      body: { 'application/json': { schema: toJsonSchema(patchFactsInput, 'input') } },
      answers: server,
      problems: {
        ...wrongToken,
        ...notFound,
        400: 'INPUT_INVALID, SETTING_INVALID',
        409: 'EDITED_MEANWHILE',
      },
    },
  },
  '/api/v1/servers/{slug}/merge': {
    post: merge('Merge another server, or another name, into this server.', serverMergeInput),
  },
  '/api/v1/workloads/{slug}/merge': {
    post: merge('Merge another workload of the same benchmark into this one.', workloadMergeInput),
  },
};
