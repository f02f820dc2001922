import { Readable } from 'node:stream';
import { exportRuns, RUN_EXPORTS, type RunExport } from '@basecase/db/export/export-runs';
import { listRunGroups } from '@basecase/db/export/list-run-groups';
import { loadRuns } from '@basecase/db/export/load-runs';
import type { ShownRuns } from '@basecase/db/types';
import type { NormalizedRun } from '@basecase/ingest/model';
import { database } from '../database';
import { problem } from '../problem';

/** Content type, for saving the bytes; NDJSON has no registered type. */
export const RUN_EXPORT_TYPES: Readonly<Record<RunExport, string>> = {
  results: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const ENDINGS: Readonly<Record<RunExport, string>> = { results: 'results.ndjson', parquet: 'parquet' };

/** The export that `format=` asks for, null for other formats. */
export function findRunExport(asked: string): RunExport | null {
  return RUN_EXPORTS.find((known) => known === asked) ?? null;
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
 * Runs as a file to save, or a problem where no number of them counts: an empty file would say nothing.
 *
 * @throws what reading the first run throws; what a later one throws cuts the file
 */
export async function runsFile(
  format: RunExport,
  runs: AsyncIterable<NormalizedRun>,
  name: string,
): Promise<Response> {
  const iterator = runs[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return problem({ status: 404, code: 'NOT_FOUND', title: 'No number of this view counts' });
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
