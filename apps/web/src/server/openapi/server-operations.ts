import { getServerPage } from '@basecase/db/servers/get-server-page';
import { SERVER_FACTS } from '@basecase/db/servers/server-facts';
import { setServerFacts } from '@basecase/db/servers/set-server-facts';
import type { ServerPage } from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import { serverHref } from '@basecase/views/url';
import { z } from 'zod';
import { previewQuery, previewSchema } from '../corrections/correction-schemas';
import { type Described, json, type Operations, toJsonSchema } from '../operations/described';
import { defineOperation } from '../operations/operation';
import { patchFactsInput, serverMergeInput, workloadMergeInput } from '../servers/server-schemas';

/* What is answered about servers over HTTP: the OpenAPI description is made of it, and answers are typed by it. */

const count = z.number().int().nonnegative();
const time = z.iso.datetime();
const fact = z.enum(SERVER_FACTS);
const text = z.string();

const serverSchema = z.object({
  slug: text,
  name: text,
  url: z.url(),
  facts: z.array(
    z.object({
      fact,
      value: text.nullable().describe('In force; numbers in digits.'),
      source: z
        .enum(['read', 'config', 'said'])
        .nullable()
        .describe('`config`: known only from the class in the name of a config.'),
      said: z.object({ by: text, at: time }).nullable(),
      readings: z
        .array(
          z.object({
            value: text,
            fromConfig: z.literal(true).optional(),
            runs: count,
            firstAt: time,
            lastAt: time,
          }),
        )
        .describe('What uploads carried, most runs first. Values set by people never overwrite them.'),
    }),
  ),
  names: z
    .array(
      z.object({
        slug: text,
        name: text,
        runs: count,
        merge: z
          .object({ correction: text, by: text, at: time, reason: text })
          .nullable()
          .describe('The correction that brought the name here: undo it to take the name out.'),
      }),
    )
    .describe('Uploads that carry one of these names come to this server. Its own name is the first.'),
  runs: count,
  products: z.array(text),
  firstRunAt: time.nullable(),
  latestRunAt: time.nullable(),
  measured: z.array(
    z.object({
      product: text,
      workload: z.object({ slug: text, label: text, details: z.array(text) }),
      versions: z.array(text),
      runs: count,
      tests: count,
      firstRunAt: time,
      latestRunAt: time,
      slower: count.describe('Open regressions.'),
      faster: count,
      compareUrl: z.url(),
    }),
  ),
  noise: z.array(
    z.object({ workload: text, calibrated: z.boolean(), pairs: count, medianSigma: z.number() }),
  ),
  workloadMerges: z.array(
    z.object({
      id: text.describe('Of the correction: undo it to take them apart.'),
      from: text,
      into: text,
      isEverywhere: z.boolean(),
      by: text,
      at: time,
      reason: text,
      runs: count,
    }),
  ),
  changes: z
    .array(
      z.object({
        id: text,
        fact,
        before: text.nullable(),
        value: text.nullable(),
        isTakenBack: z.boolean(),
        by: text,
        at: time,
        isNewest: z.boolean(),
      }),
    )
    .describe('What people said, newest first.'),
  seen: text.describe('Send it with PATCH: 409 if a fact that you change was changed since.'),
});

const mergedSchema = z.object({
  id: text.describe('Of the correction.'),
  runs: count,
  url: z.url(),
});

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

/** A server as it is sent over HTTP, with whole addresses; what only its page needs is left out. */
function toServerJson(page: ServerPage, baseUrl: string): z.infer<typeof serverSchema> {
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
