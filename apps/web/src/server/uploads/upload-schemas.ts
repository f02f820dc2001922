import type { UploadView } from '@basecase/db/types';
import { MAX_CAMPAIGN } from '@basecase/ingest/model';
import { UPLOAD_STATES } from '@basecase/views/uploads';
import { z } from 'zod';
import { search } from '../input-schemas';
import { buildQuery } from './build-query';

/*
 * Requests and answers over HTTP, defined once: requests are checked with these, answers are typed by them, and the OpenAPI
 * description is made of them.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
const count = z.number().int().nonnegative();

/** `1` and `true` are yes; what is left out is no. */
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((value) => value === '1' || value === 'true');

const campaignName = z.string().trim().min(1).max(MAX_CAMPAIGN);

const deviceName = z.string().trim().min(1).max(200);

export const putQuery = z.object({
  filename: z
    .string()
    .min(1)
    .max(1000)
    .describe('Name of the file; without its archive suffix it labels runs without their own directory.'),
  server: z.string().trim().min(1).max(200).optional().describe('The server that was measured.'),
  campaign: campaignName
    .optional()
    .describe(
      'Campaign of the runs: runs of one server with the same name were measured together. Default: from basecase.json, else the upload itself.',
    ),
  device: deviceName
    .optional()
    .describe('Device of iostat that the data was on, e.g. md2. Default: from basecase.json, else chosen.'),
  ...buildQuery,
  hold: flag.describe('1: stop after reading, with a preview, and store on confirmation.'),
  sha256: sha256.optional().describe('Of the bytes; the upload is rejected if it does not match.'),
});

export const uploadFilter = z.object({
  search: search.describe('Parts of the file name, the server or the label of a run.'),
  state: z.enum(UPLOAD_STATES).optional(),
  cursor: z.string().max(20).optional().describe('`next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).optional().describe('Uploads per page. Default: 50.'),
});

export const confirmInput = z.object({
  server: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('The server that was measured; null keeps the given or inferred one.'),
  settings: z
    .record(z.string(), z.string().max(10_000))
    .default({})
    .describe('What names and paths get wrong or leave out, e.g. version, config, cached.'),
});

export const reparseInput = z.object({
  device: deviceName
    .nullable()
    .optional()
    .describe('Device of iostat that counts; null chooses one again. Left out: as said before.'),
});

export const campaignInput = z.object({
  campaign: campaignName.nullable().describe('Campaign of the runs; null removes the name set before.'),
});

export const acceptedSchema = z.object({
  id: z.string(),
  url: z.url().describe('The page of the upload.'),
});

const diagnosticSchema = z.object({
  code: z.string(),
  severity: z.enum(['info', 'warning']),
  file: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  message: z.string(),
  excerpt: z.string().nullable(),
});

const diagnosticGroupSchema = z.object({
  code: z.string(),
  severity: z.enum(['info', 'warning']),
  count,
  examples: z.array(diagnosticSchema).describe('The first few.'),
});

const fileGroupSchema = z.object({ kind: z.string(), status: z.enum(['parsed', 'kept', 'unknown']), count });

const previewSchema = z.object({
  parserVersion: z.number().int(),
  runs: z.array(
    z.object({
      label: z.string(),
      path: z.string(),
      product: z.string(),
      version: z.string(),
      versionKnown: z.boolean(),
      flavour: z.string().nullable(),
      config: z.string().nullable(),
      benchmark: z.string(),
      workload: z.string(),
      workloadDetails: z.array(z.string()),
      server: z.object({
        name: z.string(),
        from: z.enum(['manifest', 'named', 'files', 'guessed']),
        cores: count.nullable(),
      }),
      results: z.partialRecord(z.enum(['ok', 'failed', 'sla_failed', 'warmup']), count),
      measurements: count,
      isStored: z.boolean(),
      campaign: z.string().nullable().optional(),
    }),
  ),
  results: count,
  measurements: count,
  files: z.array(fileGroupSchema),
  diagnostics: z.array(diagnosticGroupSchema),
});

export const uploadSchema = z.object({
  id: z.string(),
  url: z.url(),
  filename: z.string(),
  sha256,
  sizeBytes: count,
  state: z.enum(UPLOAD_STATES),
  hold: z.boolean(),
  server: z.string().nullable().describe('As set by the uploader.'),
  settings: z.record(z.string(), z.string()),
  createdAt: z.iso.datetime(),
  storedAt: z.iso.datetime().nullable(),
  progress: z
    .object({ bytes: count, files: count, results: count })
    .nullable()
    .describe('While it is read: bytes (of sizeBytes), files, and logs with results so far.'),
  cancelRequested: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  counts: z.object({ runs: count, results: count, measurements: count, diagnostics: count }),
  diagnosticCounts: z.record(z.string(), count).describe('How often each code occurred.'),
  diagnostics: z.array(diagnosticSchema).describe('The first few of each code.'),
  files: z.array(fileGroupSchema),
  runs: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      server: z.string(),
      workload: z.string(),
      results: count,
      isOwn: z.boolean().describe('False if another upload stored the run first.'),
      compareUrl: z.url(),
    }),
  ),
  parserVersion: z.number().int().nullable(),
  isOutdated: z.boolean().describe('Newer parsers exist: reading it again may find more.'),
  filesRemovedAt: z.iso
    .datetime()
    .nullable()
    .describe('When the retention rule removed its files; their numbers stay. Null: they are stored.'),
  thinnedRuns: count.describe('Runs of nights that the retention rule thinned out.'),
  preview: previewSchema.nullable(),
  campaign: z.object({
    said: z.string().nullable().describe('Set by people; overrides the files.'),
    ofFiles: z.array(z.string()).describe('From basecase.json.'),
    changes: z
      .array(z.object({ campaign: z.string().nullable(), by: z.string(), at: z.iso.datetime() }))
      .describe('Changes after the upload, newest first.'),
  }),
  knownCampaigns: z.array(z.string()),
  knownServers: z.array(z.object({ slug: z.string(), name: z.string(), cores: count.nullable() })),
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
      .extend({ runs: count, results: count, measurements: count, diagnostics: count }),
  ),
  next: z.string().nullable().describe('Cursor of the next page, null on the last.'),
});

export const deletionSchema = z.object({
  id: z.string(),
  filename: z.string(),
  runs: z.array(z.object({ id: z.string(), label: z.string(), results: count })),
  results: count,
  measurements: count,
  files: count,
  readAgain: z.array(z.object({ id: z.string(), filename: z.string() })),
});

/** An upload as it is sent over HTTP, with whole addresses. */
export function toUploadJson(view: UploadView, baseUrl: string): z.infer<typeof uploadSchema> {
  const { storedRuns, diagnosticGroups, runs, results, measurements, diagnostics, origin: _, ...rest } = view;
  return {
    ...rest,
    url: `${baseUrl}/uploads/${view.id}`,
    counts: { runs, results, measurements, diagnostics },
    diagnosticCounts: Object.fromEntries(diagnosticGroups.map(({ code, count: times }) => [code, times])),
    diagnostics: diagnosticGroups.flatMap(({ examples }) => examples),
    runs: storedRuns.map(({ comparePath, server, ...run }) => ({
      ...run,
      server: server.name,
      compareUrl: `${baseUrl}${comparePath}`,
    })),
  };
}
