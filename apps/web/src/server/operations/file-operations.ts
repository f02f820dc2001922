import { Readable } from 'node:stream';
import { wholeRun } from '@basecase/db/export/list-run-groups';
import { loadRuns } from '@basecase/db/export/load-runs';
import { openArtifact } from '@basecase/db/queries/get-artifact';
import { getRunPage } from '@basecase/db/queries/get-run-page';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { artifactHeaders } from '../artifact-headers';
import { blobs, database } from '../database';
import { runsFile, shownRunsFile } from '../export/run-export';
import { feedQuery, loadFeed } from '../regressions/load-feed';
import { shownOfRecord } from '../regressions/regression-permalink';
import { defineRoute, texts } from './operation';
import { runContent } from './table-operations';
import { viewQueries } from './view-schemas';

const notFound = { 404: 'NOT_FOUND' };
const file = { 200: { description: 'A file to save.', content: runContent } };

export const exportRun = defineRoute({
  at: 'GET /api/v1/runs/{id}/results',
  summary: 'A run with every number that counts, corrections included, to be read again anywhere.',
  role: null,
  query: viewQueries.run,
  answers: file,
  problems: { 400: 'FORMAT_UNKNOWN', ...notFound },
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
  problems: { 400: 'FORMAT_UNKNOWN, SETTING_INVALID', ...notFound },
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
  problems: { ...notFound, 410: 'FILES_REMOVED' },
  async respond({ key, search, request }) {
    const { artifact, content } = await openArtifact(database(), blobs(), key);
    const headers = artifactHeaders(artifact.path, {
      as: search.get('as'),
      destination: request.headers.get('sec-fetch-dest'),
    });
    return new Response(Readable.toWeb(content) as ReadableStream, { headers });
  },
});

export const readFeed = defineRoute({
  at: 'GET /api/v1/regressions.atom',
  summary: 'Regressions as an Atom feed, newest first. Withdrawn ones stay, marked as withdrawn.',
  role: null,
  query: feedQuery,
  checks: 'names',
  answers: { 200: { description: 'RFC 4287.', content: texts('application/atom+xml') } },
  problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
  async respond({ query: { product }, search, baseUrl }) {
    const server = search.get('server') ?? undefined;
    const feed = await loadFeed(database(), { product: product || undefined, server }, baseUrl);
    return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
  },
});
