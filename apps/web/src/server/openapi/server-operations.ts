import { getServerPage } from '@basecase/db/servers/get-server-page';
import { setServerFacts } from '@basecase/db/servers/set-server-facts';
import { z } from 'zod';
import { previewQuery, previewSchema } from '../corrections/correction-schemas';
import { type Described, json, type Operations, toJsonSchema } from '../operations/described';
import { defineOperation } from '../operations/operation';
import { mergedSchema, serverSchema } from '../servers/server-answers';
import { patchFactsInput, serverMergeInput, workloadMergeInput } from '../servers/server-schemas';
import { toServerJson } from '../servers/to-server-json';

const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };
const path = z.object({ slug: z.string() });

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

const oneServer = { answer: serverSchema, description: 'The server.', json: toServerJson };

export const readServer = defineOperation({
  ...oneServer,
  at: 'GET /api/v1/servers/{slug}',
  summary: 'Facts of a server with their source, its names, and its measurements.',
  role: null,
  problems: notFound,
  run: ({ db, key }) => getServerPage(db, key),
});

export const sayFacts = defineOperation({
  ...oneServer,
  at: 'PATCH /api/v1/servers/{slug}',
  summary: 'Set facts of a server. Values read from logs are kept; null removes a value that was set.',
  role: 'upload',
  body: patchFactsInput,
  problems: { ...notFound, 400: 'INPUT_INVALID, SETTING_INVALID', 409: 'EDITED_MEANWHILE' },
  run: async ({ db, key, body: { seen, ...facts }, by }) => {
    await setServerFacts(db, key, { facts, seen, by: await by() });
    return getServerPage(db, key);
  },
});

/** Servers and workloads: what they are, and what was put together. */
export const SERVER_OPERATIONS: Operations = {
  '/api/v1/servers/{slug}': { get: readServer.described, patch: sayFacts.described },
  '/api/v1/servers/{slug}/merge': {
    post: merge('Merge another server, or another name, into this server.', serverMergeInput),
  },
  '/api/v1/workloads/{slug}/merge': {
    post: merge('Merge another workload of the same benchmark into this one.', workloadMergeInput),
  },
};
