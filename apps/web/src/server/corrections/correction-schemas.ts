import { id, slug } from '@basecase/contract/fields';
import { CORRECTION_FIELDS } from '@basecase/db/corrections/correction-fields';
import { z } from 'zod';
import { reason } from '../input-schemas';

/*
 * Corrections over HTTP: requests are checked with these, and the OpenAPI description is made of them. Values of fields
 * are checked where they are applied, with messages that name the accepted values.
 */

/** More runs than this are named by their server, their workload or their upload. */
const MAX_RUNS = 2000;

const branch = z.string().max(100).optional().describe('Only runs of builds of this branch.');

const selectInput = z
  .union([
    z.strictObject({ runs: z.array(id).min(1).max(MAX_RUNS).describe('Runs by id.') }),
    z.strictObject({ upload: id.describe('All runs of an upload, also those that a later reading finds.') }),
    z
      .strictObject({ server: slug, workload: slug.optional(), branch })
      .describe('All runs that count on a server.'),
    z.strictObject({ workload: slug, branch }).describe('All runs of a workload.'),
  ])
  .describe('Which runs.');

const changesInput = z
  .partialRecord(
    z.enum(CORRECTION_FIELDS as [string, ...string[]]),
    z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]),
  )
  .describe('New values by field; null removes a value.');

export const revision = z
  .string()
  .max(40)
  .describe('From the preview; 409 if something was corrected since.')
  .optional();

export const previewInput = z.object({
  select: selectInput,
  changes: changesInput,
});

export const correctionInput = previewInput.extend({ reason, revision });

export const undoInput = z.object({
  withLater: z
    .boolean()
    .default(false)
    .describe('Also undo the later corrections that build on it; otherwise they are an error.'),
  revision,
});

export const previewQuery = z.object({
  preview: z
    .enum(['', '1', 'true', '0', 'false'])
    .optional()
    .describe('Only list the changes. Nothing is stored.'),
});
