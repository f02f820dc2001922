import { CORRECTION_FIELDS } from '@basecase/db/corrections/correction-fields';
import { z } from 'zod';
import { slug } from '../input-schemas';

/*
 * Corrections over HTTP: requests are checked with these, and the OpenAPI description is made of them. Values of fields
 * are checked where they are applied, with messages that name the accepted values.
 */

const id = z.string().max(20);
const count = z.number().int().nonnegative();

/** More runs than this are named by their server, their workload or their upload. */
const MAX_RUNS = 2000;

const selectInput = z
  .union([
    z.strictObject({ runs: z.array(id).min(1).max(MAX_RUNS).describe('Runs by id.') }),
    z.strictObject({ upload: id.describe('All runs of an upload, also those that a later reading finds.') }),
    z.strictObject({ server: slug, workload: slug.optional() }).describe('All runs that count on a server.'),
    z.strictObject({ workload: slug }).describe('All runs of a workload.'),
  ])
  .describe('Which runs.');

const changesInput = z
  .partialRecord(
    z.enum(CORRECTION_FIELDS as [string, ...string[]]),
    z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]),
  )
  .describe('New values by field; null removes a value.');

const revision = z.string().max(40).describe('From the preview; 409 if something was corrected since.');

export const previewInput = z.object({
  select: selectInput,
  changes: changesInput,
});

export const correctionInput = previewInput.extend({
  reason: z.string().trim().min(1).max(1000).describe('Why; kept in the history.'),
  revision: revision.optional(),
});

export const undoInput = z.object({
  withLater: z
    .boolean()
    .default(false)
    .describe('Also undo the later corrections that build on it; otherwise they are an error.'),
  revision: revision.optional(),
});

export const previewQuery = z.object({
  preview: z
    .enum(['', '1', 'true', '0', 'false'])
    .optional()
    .describe('Only list the changes. Nothing is stored.'),
});

/** `?preview` alone means yes. */
export function isPreview(url: string): boolean {
  const { preview } = previewQuery.parse(Object.fromEntries(new URL(url).searchParams));
  return preview !== undefined && preview !== '0' && preview !== 'false';
}

export const correctionFilter = z.strictObject({
  upload: id.optional().describe('Corrections of runs of this upload.'),
  run: id.optional().describe('Corrections of this run.'),
  server: slug.optional().describe('Corrections of runs that count on this server, or did before.'),
  workload: slug.optional().describe('Corrections of runs of this workload, or that were of it before.'),
  cursor: z.string().max(20).optional().describe('`next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).optional().describe('Corrections per page. Default: 50.'),
});

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const values = z.record(z.string(), value);

const entrySchema = z.object({
  id: z.string(),
  url: z.url(),
  kind: z.string(),
  changes: values,
  upload: z.string().nullable().describe('Set when it is about all runs of an upload.'),
  reason: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  undone: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  runs: count,
  before: z.record(z.string(), z.array(value)).describe('Previous values of the runs, each value once.'),
});

export const correctionPageSchema = z.object({
  corrections: z.array(entrySchema),
  next: z.string().nullable(),
});

const counted = z
  .looseObject({ place: z.object({ server: z.string(), workload: z.string(), column: z.string() }) })
  .describe('Every field by name, and the slugs of server, workload and column.');

export const correctionSchema = entrySchema.extend({
  filename: z.string().nullable(),
  changedRuns: z.array(
    z.object({
      id: z.string().nullable().describe('Null if the run was deleted.'),
      label: z.string().nullable(),
      before: counted,
      after: counted,
    }),
  ),
});

export const appliedSchema = z.object({ id: z.string(), url: z.url(), runs: count, results: count });
export const undoneSchema = z.object({ ids: z.array(z.string()), runs: count });

const server = z.object({ slug: z.string(), name: z.string(), cores: count.nullable() });
const workload = z.object({ slug: z.string(), label: z.string() });
const beforeAfter = z.object({ before: count, after: count });
const recordState = z.object({
  firstBad: z.string(),
  lastGood: z.string(),
  verdict: z.string(),
  ratio: z.number(),
});

export const previewSchema = z.object({
  revision: z.string(),
  runs: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      results: count,
      asRead: values,
      before: counted,
      after: counted,
    }),
  ),
  results: count,
  heatmaps: z.array(
    z.object({
      server,
      workload,
      benchmark: z.string(),
      comparePath: z.string(),
      runs: beforeAfter,
      columns: beforeAfter,
      gained: z.array(z.string()),
      lost: z.array(z.string()),
    }),
  ),
  records: z
    .array(
      z.object({
        change: z.enum(['new', 'back', 'changed', 'merged', 'withdrawn']),
        kind: z.enum(['regression', 'improvement']),
        slug: z.string().nullable(),
        server,
        workload,
        product: z.string(),
        test: z.string(),
        before: recordState.nullable(),
        after: recordState.nullable(),
      }),
    )
    .nullable()
    .describe('Null if there are too many heatmaps to judge at once.'),
  servers: z.array(z.object({ server, change: z.enum(['new', 'emptied']) })),
  permalinks: count.describe('They keep their numbers, and show that a correction exists.'),
  undoes: z.array(entrySchema.omit({ url: true })),
});
