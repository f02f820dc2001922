import { toParquet, toResultStream } from '@basecase/ingest';
import type { Database } from '../database';
import { loadRuns, type RunGroups } from './load-runs';

/** `results`: NDJSON of the open format (docs/results.md). */
export const RUN_EXPORTS = ['results', 'parquet'] as const;
export type RunExport = (typeof RUN_EXPORTS)[number];

/** More runs than these are no view. */
export const MAX_EXPORTED_RUNS = 2000;

/**
 * Stored runs in the open format, a piece for each: read again they are the same runs, with the same numbers.
 *
 * @throws NotFoundError for a run that is not there
 */
export function exportResults(database: Database, groups: RunGroups): AsyncGenerator<string> {
  return toResultStream(loadRuns(database, groups));
}

/** The same runs as a Parquet file. @throws NotFoundError as above */
export function exportParquet(database: Database, groups: RunGroups): Promise<Uint8Array<ArrayBuffer>> {
  return toParquet(loadRuns(database, groups));
}
