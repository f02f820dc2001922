import { sessionQuery } from '@basecase/contract/agent';
import { sha256, type Upload } from '@basecase/contract/upload';
import type { UploadView } from '@basecase/db/types';
import {
  BUILD_FIELD_NAMES,
  BUILD_FIELDS,
  type BuildFieldName,
  MAX_CAMPAIGN,
  MAX_LAYOUT,
} from '@basecase/ingest/model';
import { z } from 'zod';
import { named } from '../input-schemas';

/** A value that the field of a build takes; otherwise a message with the expected form. */
function field(name: BuildFieldName, about: string) {
  const { expected, read } = BUILD_FIELDS[name];
  return z
    .string()
    .trim()
    .refine((text) => read(text) !== null, `expected ${expected}`)
    .optional()
    .describe(`${about}: ${expected}. Default: from basecase.json, else from names.`);
}

/** The measured build in the query of an upload: it is kept with the upload by these names. */
const buildQuery = {
  commit: field('commit', 'Commit that the measured server was built of'),
  branch: field('branch', 'Branch of the commit'),
  committedAt: field('committedAt', 'When it was committed'),
  buildNumber: field('buildNumber', 'Number of the build, which grows along its branch'),
  buildUrl: field('buildUrl', 'Page of the build'),
  repository: field('repository', 'Page of the repository'),
} as const satisfies Record<BuildFieldName, unknown>;

/** Settings of the entered values. */
export function buildSettings(
  asked: Partial<Record<BuildFieldName, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    BUILD_FIELD_NAMES.flatMap((name) => {
      const value = asked[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/* Requests about uploads: they are checked with these, and the OpenAPI description is made of them. */

/** `1` and `true` are yes; what is left out is no. */
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((value) => value === '1' || value === 'true');

const campaignName = named(MAX_CAMPAIGN);

const deviceName = named(200);

const layoutPattern = named(MAX_LAYOUT);

const relation = z.enum(['separate', 'repeats']);

export const putQuery = z.object({
  filename: z
    .string()
    .min(1)
    .max(1000)
    .describe('Name of the file; without its archive suffix it labels runs without their own directory.'),
  server: named(200).optional().describe('The server that was measured.'),
  campaign: campaignName
    .optional()
    .describe(
      'Campaign of the runs: runs of one server with the same name were measured together. Default: from basecase.json, else the upload itself.',
    ),
  device: deviceName
    .optional()
    .describe('Device of iostat that the data was on, e.g. md2. Default: from basecase.json, else chosen.'),
  layout: layoutPattern
    .optional()
    .describe(
      'Pattern of the paths in the upload, e.g. {product}{version}/thr{clients}/{test}.txt. Default: from basecase.json, else inferred.',
    ),
  unknown: relation
    .optional()
    .describe('Results whose relation is unknown: kept separate (the default), or repeats of each other.'),
  ...buildQuery,
  hold: flag.describe('1: stop after reading, with a preview, and store on confirmation.'),
  sha256: sha256.optional().describe('Of the bytes; the upload is rejected if it does not match.'),
  ...sessionQuery,
});

export const confirmInput = z.object({
  server: named(200)
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
  layout: layoutPattern
    .nullable()
    .optional()
    .describe('Pattern of the paths in the upload; null infers it again. Left out: as before.'),
  unknown: relation
    .nullable()
    .optional()
    .describe('Results whose relation is unknown; null keeps them separate and asks. Left out: as before.'),
});

export const campaignInput = z.object({
  campaign: campaignName.nullable().describe('Campaign of the runs; null removes the name set before.'),
});

/** An upload as it is sent over HTTP, with whole addresses. */
export function toUploadJson(view: UploadView, baseUrl: string): Upload {
  const { storedRuns, diagnosticGroups, runs, results, measurements, diagnostics, origin: _, ...rest } = view;
  return {
    ...rest,
    url: `${baseUrl}/uploads/${view.id}`,
    counts: { runs, results, measurements, diagnostics },
    diagnosticCounts: Object.fromEntries(diagnosticGroups.map(({ code, count: times }) => [code, times])),
    diagnostics: diagnosticGroups.flatMap(({ examples }) => examples),
    runs: storedRuns.map(({ comparePath, openPath, details: _details, server, ...run }) => ({
      ...run,
      server: server.name,
      compareUrl: `${baseUrl}${comparePath}`,
      openUrl: `${baseUrl}${openPath}`,
    })),
  };
}
