import { id, slug } from '@basecase/contract/fields';
import { MAX_CORES, MAX_FACT, MAX_MEMORY_BYTES } from '@basecase/db/servers/server-facts';
import { SERVER_KINDS } from '@basecase/ingest/model';
import { z } from 'zod';
import { named, reason } from '../input-schemas';

/*
 * What is asked and answered about servers, once: requests are checked with these, and the description of the HTTP
 * interface is made of them.
 */

const text = named(MAX_FACT).nullable();

const facts = {
  kind: z
    .enum(SERVER_KINDS)
    .nullable()
    .optional()
    .describe('Whether others use the machine at the same time.'),
  cores: z.int().min(1).max(MAX_CORES).nullable().optional(),
  cpu: text.optional(),
  memoryBytes: z.int().min(1).max(MAX_MEMORY_BYTES).nullable().optional(),
  storage: text.optional(),
  os: text.optional(),
};
const seen = z
  .string()
  .regex(/^\d{1,10}$/, 'expected a whole number')
  .optional()
  .describe('`seen` of the server as it was looked at.');

/** Facts to set; a missing field stays, null removes the value that was set. */
export const patchFactsInput = z.strictObject({ ...facts, seen, reason: reason.optional() });
export const setFactsInput = z.object({
  server: slug,
  facts: z.strictObject(facts),
  seen,
  reason: reason.optional(),
});
export const undoFactInput = z.object({ server: slug, change: id });

const revision = z
  .string()
  .max(40)
  .optional()
  .describe('From the preview; 409 if something was corrected since.');

/** What is merged into a server. */
export const serverMergePreview = z.object({
  from: named(100).describe('A server, or another name that uploads carry.'),
});
export const serverMergeInput = serverMergePreview.extend({ reason, revision });

/** What is merged into a workload. */
export const workloadMergePreview = z.object({
  from: slug.describe('Slug of the workload that is merged away.'),
  server: slug.nullable().default(null).describe('Only on this server; null on all.'),
});
export const workloadMergeInput = workloadMergePreview.extend({ reason, revision });
