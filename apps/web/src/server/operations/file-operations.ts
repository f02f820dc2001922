import { Readable } from 'node:stream';
import { wholeRun } from '@basecase/db/export/list-run-groups';
import { loadRuns } from '@basecase/db/export/load-runs';
import { openArtifact } from '@basecase/db/queries/get-artifact';
import { getRunPage } from '@basecase/db/queries/get-run-page';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { isSvg } from '@basecase/views/artifact';
import { blobs, database } from '../database';
import { shownOfRecord } from '../regressions/regression-permalink';
import { defineRoute, texts } from './operation';
import { runContent, runsFile, shownRunsFile } from './table-operations';
import { viewQueries } from './view-schemas';

/** No scripts, no forms, an opaque origin; nothing is loaded. Styles inside a picture are allowed. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Headers of a stored file. Whatever is in it, and whatever it is called: it is text, and a browser must not guess
 * otherwise. Only an SVG may be a picture, only when it is asked for, and only inside a frame; its sandbox takes
 * scripts away even where the frame would not.
 */
export function artifactHeaders(
  path: string,
  { as, destination }: { as: string | null; destination: string | null },
): Record<string, string> {
  const isPicture = as === 'svg' && isSvg(path) && (destination === null || destination === 'iframe');
  const name = path.split('/').at(-1) ?? '';
  return {
    'content-type': isPicture ? 'image/svg+xml' : 'text/plain; charset=utf-8',
    'content-disposition': `inline; filename*=UTF-8''${encodeFilename(isPicture || name.endsWith('.txt') ? name : `${name}.txt`)}`,
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // The bytes of an id never change, but an upload may be deleted.
    'cache-control': 'private, max-age=60',
  };
}

/** Half of a character, which no URL can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** RFC 8187. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name.replace(LONE_SURROGATE, '\ufffd')).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
}

const file = { 200: { description: 'A file to save.', content: runContent } };

export const exportRun = defineRoute({
  at: 'GET /api/v1/runs/{id}/results',
  summary: 'A run with every number that counts, corrections included, to be read again anywhere.',
  role: null,
  query: viewQueries.run,
  answers: file,
  async respond({ query: { format }, key }) {
    // The id that the run has, and a 404 for one that is not there.
    const { id, label } = await getRunPage(database(), key);
    return runsFile(format, loadRuns(database(), [wholeRun(id)]), label);
  },
});

export const exportRecord = defineRoute({
  at: 'GET /api/v1/regressions/{slug}/results',
  summary: 'The runs behind a record: its tests at the versions that its page shows.',
  role: null,
  query: viewQueries.run,
  answers: file,
  problems: { 400: 'SETTING_INVALID' },
  async respond({ query: { format }, key }) {
    const record = await getRegression(database(), key);
    return shownRunsFile(format, [shownOfRecord(record)], record.slug);
  },
});

export const readArtifact = defineRoute({
  at: 'GET /api/v1/artifacts/{id}',
  summary: 'The bytes of a stored file, served as text in a sandbox, whatever its content.',
  role: null,
  query: viewQueries.artifact,
  checks: 'own',
  answers: {
    200: { description: 'The file.', content: { ...texts('text/plain'), ...texts('image/svg+xml') } },
  },
  // The retention rule removed it.
  problems: { 410: 'FILES_REMOVED' },
  async respond({ key, search, request }) {
    const { artifact, content } = await openArtifact(database(), blobs(), key);
    const headers = artifactHeaders(artifact.path, {
      as: search.get('as'),
      destination: request.headers.get('sec-fetch-dest'),
    });
    return new Response(Readable.toWeb(content) as ReadableStream, { headers });
  },
});
