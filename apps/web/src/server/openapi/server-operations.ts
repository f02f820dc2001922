import { correctionPreviewSchema, mergedSchema } from '@basecase/contract/correction';
import { type Server, serverSchema } from '@basecase/contract/server';
import { getServerPage } from '@basecase/db/servers/get-server-page';
import { setServerFacts } from '@basecase/db/servers/set-server-facts';
import type { ServerPage } from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import { serverHref } from '@basecase/views/url';
import { z } from 'zod';
import { previewQuery } from '../corrections/correction-schemas';
import { type Described, json, type Operations, toJsonSchema } from '../operations/described';
import { defineOperation } from '../operations/operation';
import { patchFactsInput, serverMergeInput, workloadMergeInput } from '../servers/server-schemas';

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
      200: { description: 'With `preview`: what would change.', content: json(correctionPreviewSchema) },
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

/** A server as it is sent over HTTP, with whole addresses; what only its page needs is left out. */
function toServerJson(page: ServerPage, baseUrl: string): Server {
  const { server, measured, others: _, ...rest } = page;
  return {
    ...rest,
    slug: server.slug,
    name: server.name,
    url: `${baseUrl}${serverHref(server.slug)}`,
    measured: measured.map(({ workload, ...row }) => ({
      ...row,
      workload: { slug: workload.slug, label: workload.label, details: workload.details },
      compareUrl: `${baseUrl}${compareHref({ server: server.slug, workload: workload.slug })}`,
    })),
    noise: page.noise.map(({ workload, ...row }) => ({ ...row, workload: workload.slug })),
    workloadMerges: page.workloadMerges.map(({ from, into, ...row }) => ({
      ...row,
      from: from.slug,
      into: into.slug,
    })),
  };
}
