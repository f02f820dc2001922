import { Readable } from 'node:stream';
import { NotFoundError } from '@basecase/db/errors';
import { exportRuns, type RunExport } from '@basecase/db/export/export-runs';
import { listRunGroups } from '@basecase/db/export/list-run-groups';
import { loadRuns } from '@basecase/db/export/load-runs';
import type { ShownRuns } from '@basecase/db/types';
import type { NormalizedRun } from '@basecase/ingest/model';
import { TABLE_TYPES } from '@basecase/views/document';
import { database } from '../database';

/** Content type, for saving the bytes; NDJSON has no registered type. */
export const RUN_EXPORT_TYPES: Readonly<Record<RunExport, string>> = {
  results: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const ENDINGS: Readonly<Record<RunExport, string>> = { results: 'results.ndjson', parquet: 'parquet' };

export function isRunExport(format: string): format is RunExport {
  return format in ENDINGS;
}

/** A view as text, in one of the formats that pages copy. */
export function tableResponse(text: string, format: keyof typeof TABLE_TYPES): Response {
  return new Response(text, { headers: { 'content-type': `${TABLE_TYPES[format]}; charset=utf-8` } });
}

/**
 * The runs behind a view as a file to save.
 *
 * @param shown what the view shows of each of its heatmaps
 * @param name of the file, without its ending
 * @throws SettingError for more runs than leave at once
 */
export async function shownRunsFile(
  format: RunExport,
  shown: readonly ShownRuns[],
  name: string,
): Promise<Response> {
  return runsFile(format, loadRuns(database(), await listRunGroups(database(), shown)), name);
}

/**
 * Runs as a file to save.
 *
 * @throws NotFoundError where no number of them counts: an empty file would say nothing; what reading the first run throws; what a later one throws cuts the file
 */
export async function runsFile(
  format: RunExport,
  runs: AsyncIterable<NormalizedRun>,
  name: string,
): Promise<Response> {
  const iterator = runs[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) throw new NotFoundError('No number of this view counts');
  const pieces = Readable.from(exportRuns(format, startingWith(first.value, iterator)));
  return new Response(Readable.toWeb(pieces) as ReadableStream, {
    headers: {
      'content-type': RUN_EXPORT_TYPES[format],
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}.${ENDINGS[format]}"`,
    },
  });
}

async function* startingWith(
  first: NormalizedRun,
  rest: AsyncIterator<NormalizedRun>,
): AsyncGenerator<NormalizedRun> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
