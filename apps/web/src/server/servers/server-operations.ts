import { mergedSchema } from '@basecase/contract/correction';
import { type Server, serverSchema } from '@basecase/contract/server';
import { mergeServers, previewServerMerge } from '@basecase/db/merges/merge-servers';
import { mergeWorkloads, previewWorkloadMerge } from '@basecase/db/merges/merge-workloads';
import { getServerPage } from '@basecase/db/servers/get-server-page';
import { setServerFacts } from '@basecase/db/servers/set-server-facts';
import type { ServerPage } from '@basecase/db/types';
import { compareHref } from '@basecase/views/compare';
import { serverHref } from '@basecase/views/url';
import { defineChange } from '../corrections/correction-operations';
import { defineOperation } from '../operations/operation';
import {
  patchFactsInput,
  serverMergeInput,
  serverMergePreview,
  workloadMergeInput,
  workloadMergePreview,
} from './server-schemas';

const oneServer = { answer: serverSchema, description: 'The server.', json: toServerJson };

export const readServer = defineOperation({
  ...oneServer,
  at: 'GET /api/v1/servers/{slug}',
  summary: 'Facts of a server with their source, its names, and its measurements.',
  role: null,
  run: ({ db, key }) => getServerPage(db, key),
});

export const sayFacts = defineOperation({
  ...oneServer,
  at: 'PATCH /api/v1/servers/{slug}',
  summary: 'Set facts of a server. Values read from logs are kept; null removes a value that was set.',
  role: 'upload',
  body: patchFactsInput,
  problems: { 400: 'SETTING_INVALID', 409: 'EDITED_MEANWHILE' },
  run: async ({ db, key, body: { seen, reason, ...facts }, by }) => {
    await setServerFacts(db, key, { facts, seen, reason, by: await by() });
    return getServerPage(db, key);
  },
});

const merged = { applied: mergedSchema, description: 'Merged, as a correction that can be undone.' };

export const mergeServer = defineChange({
  ...merged,
  at: 'POST /api/v1/servers/{slug}/merge',
  summary: 'Merge another server, or another name, into this server.',
  preview: serverMergePreview,
  input: serverMergeInput,
  look: (db, { from }, into) => previewServerMerge(db, { from, into }),
  apply: (db, input, into) => mergeServers(db, { ...input, into }),
});

export const mergeWorkload = defineChange({
  ...merged,
  at: 'POST /api/v1/workloads/{slug}/merge',
  summary: 'Merge another workload of the same benchmark into this one.',
  preview: workloadMergePreview,
  input: workloadMergeInput,
  look: (db, input, into) => previewWorkloadMerge(db, { ...input, into }),
  apply: (db, input, into) => mergeWorkloads(db, { ...input, into }),
});

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
