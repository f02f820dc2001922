import { toParquet, toResultLines } from '@basecase/ingest';
import type { Database } from '../database';
import { loadRuns } from './load-runs';

/** `results`: NDJSON of the open format (docs/results.md). */
export const RUN_EXPORTS = ['results', 'parquet'] as const;
export type RunExport = (typeof RUN_EXPORTS)[number];

/** More runs than these are no view. */
export const MAX_EXPORTED_RUNS = 2000;

/**
 * Stored runs in the open format, a piece for each: read again they are the same runs, with the same numbers.
 *
 * @throws NotFoundError for what is no id of a run
 */
export async function* exportResults(database: Database, ids: readonly string[]): AsyncGenerator<string> {
  for await (const run of loadRuns(database, ids)) yield [...toResultLines(run)].join('');
}

/** The same runs as a Parquet file. @throws NotFoundError as above */
export function exportParquet(database: Database, ids: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  return toParquet(loadRuns(database, ids));
}
