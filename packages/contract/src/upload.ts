import { z } from 'zod';
import {
  address,
  count,
  flag,
  id,
  integer,
  limit,
  list,
  maybeText,
  maybeTime,
  search,
  text,
  texts,
  time,
} from './fields';
import { UPLOAD_STATES } from './words';

/* Uploads: what was sent, what was read in it and what is stored of it. */

export const sha256 = text.regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');

export const acceptedSchema = z.object({ id: text, url: address.describe('The page of the upload.') });

const severity = z.enum(['info', 'warning']);

const diagnosticSchema = z.object({
  code: text,
  severity,
  file: maybeText,
  line: integer.positive().nullable(),
  message: text,
  excerpt: maybeText,
});

const fileGroups = list({ kind: text, status: z.enum(['parsed', 'kept', 'unknown']), count });

const previewSchema = z.object({
  parserVersion: integer,
  runs: list({
    label: text,
    path: text,
    product: text,
    version: text,
    versionKnown: flag,
    flavour: maybeText,
    config: maybeText,
    benchmark: text,
    workload: text,
    workloadDetails: texts,
    server: z.object({
      name: text,
      from: z.enum(['manifest', 'named', 'files', 'guessed']),
      cores: count.nullable(),
    }),
    results: z.partialRecord(z.enum(['ok', 'failed', 'sla_failed', 'warmup']), count),
    measurements: count,
    isStored: flag,
    campaign: maybeText.optional(),
    contents: z
      .object({
        file: text.describe('The first file with a result.'),
        files: count,
        clients: count.nullable().describe('Null: several, or unknown.'),
        test: text.describe('The first test.'),
        tests: count,
        repeats: count.describe('Of the test with the most results.'),
        parts: list({
          start: count,
          end: count,
          token: count.describe('Place among the fields of the pattern.'),
          isOpen: flag.describe('It has no name, and keeps results apart.'),
        })
          .optional()
          .describe('Parts of the path of `file` that the pattern names.'),
      })
      .optional(),
  }),
  results: count,
  measurements: count,
  naming: z
    .object({
      pattern: text,
      isLayout: flag.describe('False: it is proposed, and names are read by their form.'),
      unmatched: texts.describe('The first files that a layout does not match.'),
      questions: list({
        text,
        clients: count.nullable(),
        unit: text,
        count,
        values: z.array(z.number()),
        parts: list({ values: texts, suggestion: text, token: count.nullable() }),
      }),
    })
    .optional()
    .describe('How names of paths are read, and what they leave open.'),
  files: fileGroups,
  diagnostics: list({
    code: text,
    severity,
    count,
    examples: z.array(diagnosticSchema).describe('The first few.'),
  }),
});

export const uploadSchema = z.object({
  id: text,
  url: address,
  filename: text,
  sha256,
  sizeBytes: count,
  state: z.enum(UPLOAD_STATES),
  hold: flag,
  server: maybeText.describe('As set by the uploader.'),
  settings: z.record(text, text),
  createdAt: time,
  storedAt: maybeTime,
  progress: z
    .object({ bytes: count, files: count, results: count })
    .nullable()
    .describe('While it is read: bytes (of sizeBytes), files, and logs with results so far.'),
  cancelRequested: flag,
  error: z.object({ code: text, message: text }).nullable(),
  counts: z.object({ runs: count, results: count, measurements: count, diagnostics: count }),
  diagnosticCounts: z.record(text, count).describe('How often each code occurred.'),
  diagnostics: z.array(diagnosticSchema).describe('The first few of each code.'),
  files: fileGroups,
  runs: list({
    id: text,
    label: text,
    server: text,
    workload: text,
    results: count,
    isOwn: flag.describe('False if another upload stored the run first.'),
    compareUrl: address,
    openUrl: address.describe(
      'Page that shows it best: that of all numbers of clients where there are several, else the heatmap.',
    ),
  }),
  parserVersion: integer.nullable(),
  isOutdated: flag.describe('Newer parsers exist: reading it again may find more.'),
  filesRemovedAt: maybeTime.describe(
    'When the retention rule removed its files; their numbers stay. Null: they are stored.',
  ),
  thinnedRuns: count.describe('Runs of nights that the retention rule thinned out.'),
  preview: previewSchema.nullable(),
  campaign: z.object({
    said: maybeText.describe('Set by people; overrides the files.'),
    ofFiles: texts.describe('From basecase.json.'),
    changes: list({ campaign: maybeText, by: text, at: time }).describe(
      'Changes after the upload, newest first.',
    ),
  }),
  knownCampaigns: texts,
  knownServers: list({
    slug: text,
    name: text,
    cores: count.nullable(),
    layout: maybeText.describe('Layout that its newest upload was read with.'),
  }),
});

export const answersSchema = z.object({
  answers: list({
    url: address.describe('The page that has the rest.'),
    text: text.describe('Of the link.'),
    where: text,
    sentence: text.describe('The result in one sentence; empty where the page has none.'),
  }),
});

export const uploadPageSchema = z.object({
  uploads: z.array(
    uploadSchema
      .pick({
        id: true,
        filename: true,
        sha256: true,
        sizeBytes: true,
        state: true,
        hold: true,
        server: true,
        settings: true,
        createdAt: true,
        storedAt: true,
        progress: true,
        cancelRequested: true,
        error: true,
      })
      .extend(uploadSchema.shape.counts.shape),
  ),
  next: maybeText.describe('Cursor of the next page, null on the last.'),
});

export const deletionSchema = z.object({
  id: text,
  filename: text,
  runs: list({ id: text, label: text, results: count }),
  results: count,
  measurements: count,
  files: count,
  readAgain: list({ id: text, filename: text }),
});

export const uploadFilter = z.object({
  search: search.describe('Parts of the file name, the server or the label of a run.'),
  state: z.enum(UPLOAD_STATES).optional(),
  cursor: id.optional().describe('`next` of the previous page.'),
  limit: limit.optional().describe('Uploads per page. Default: 50.'),
});

export type UploadFilter = z.infer<typeof uploadFilter>;
export type Upload = z.infer<typeof uploadSchema>;
export type UploadAnswers = z.infer<typeof answersSchema>;
export type UploadPage = z.infer<typeof uploadPageSchema>;
export type UploadDeletion = z.infer<typeof deletionSchema>;
