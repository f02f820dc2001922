import { z } from 'zod';
import {
  address,
  byAndAt,
  count,
  flag,
  id,
  limit,
  list,
  maybeText,
  number,
  slug,
  text,
  texts,
  time,
} from './fields';
import { KINDS } from './words';

/* Corrections of runs: what people say of them in place of what was read. A merge is a correction, too. */

const valueSchema = z.union([text, number, flag, z.null()]);
const values = z.record(text, valueSchema);

const entrySchema = z.object({
  id: text,
  url: address,
  kind: text,
  changes: values,
  upload: maybeText.describe('Set when it is about all runs of an upload.'),
  reason: text,
  by: text,
  at: time,
  undone: byAndAt.nullable(),
  runs: count,
  before: z.record(text, z.array(valueSchema)).describe('Previous values of the runs, each value once.'),
});

export const correctionPageSchema = z.object({ corrections: z.array(entrySchema), next: maybeText });

const placeSchema = z.object({ server: text, workload: text, column: text });
const counted = z
  .looseObject({ place: placeSchema })
  .describe('Every field by name, and the slugs of server, workload and column.');

export const correctionSchema = entrySchema.extend({
  filename: maybeText,
  changedRuns: list({
    id: maybeText.describe('Null if the run was deleted.'),
    label: maybeText,
    before: counted,
    after: counted,
  }),
});

export const appliedSchema = z.object({ id: text, url: address, runs: count, results: count });
export const mergedSchema = z.object({ id: text.describe('Of the correction.'), runs: count, url: address });
export const undoneSchema = z.object({ ids: texts, runs: count });

const server = z.object({ slug: text, name: text, cores: count.nullable() });
const workload = z.object({ slug: text, label: text });
const beforeAfter = z.object({ before: count, after: count });
const recordState = z
  .object({ firstBad: text, lastGood: text, verdict: text, ratio: number.nullable() })
  .nullable();

export const correctionPreviewSchema = z.object({
  revision: text,
  runs: list({ id: text, label: text, results: count, asRead: values, before: counted, after: counted }),
  results: count,
  heatmaps: list({
    server,
    workload,
    benchmark: text,
    comparePath: text,
    runs: beforeAfter,
    columns: beforeAfter,
    gained: texts,
    lost: texts,
  }),
  records: list({
    change: z.enum(['new', 'back', 'changed', 'merged', 'withdrawn']),
    kind: z.enum(KINDS),
    slug: maybeText,
    server,
    workload,
    product: text,
    test: text,
    before: recordState,
    after: recordState,
  })
    .nullable()
    .describe('Null if there are too many heatmaps to judge at once.'),
  servers: list({ server, change: z.enum(['new', 'emptied']) }),
  permalinks: count.describe('They keep their numbers, and show that a correction exists.'),
  undoes: z.array(entrySchema.omit({ url: true })),
});

export const correctionFilter = z.strictObject({
  upload: id.optional().describe('Corrections of runs of this upload.'),
  run: id.optional().describe('Corrections of this run.'),
  server: slug.optional().describe('Corrections of runs that count on this server, or did before.'),
  workload: slug.optional().describe('Corrections of runs of this workload, or that were of it before.'),
  cursor: id.optional().describe('`next` of the previous page.'),
  limit: limit.optional().describe('Corrections per page. Default: 50.'),
});

export type CorrectionFilter = z.infer<typeof correctionFilter>;
export type Correction = z.infer<typeof correctionSchema>;
export type CorrectionPreview = z.infer<typeof correctionPreviewSchema>;
