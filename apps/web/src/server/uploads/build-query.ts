import { BUILD_FIELD_NAMES, BUILD_FIELDS, type BuildFieldName } from '@basecase/ingest/model';
import { z } from 'zod';

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
export const buildQuery = {
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
