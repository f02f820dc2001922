import { toParquetStream, toResultStream } from '@basecase/ingest';
import type { NormalizedRun } from '@basecase/ingest/model';

/** `results`: NDJSON of the open format (docs/reference/results.md). */
export const RUN_EXPORTS = ['results', 'parquet'] as const;
export type RunExport = (typeof RUN_EXPORTS)[number];

/**
 * Runs as bytes of a file that other programs read, a piece after the other: a run of NDJSON, some rows of Parquet. The
 * first piece comes when it is asked for.
 *
 * @param runs as `loadRuns` or a permalink has them; what they throw is thrown here
 */
export function exportRuns(format: RunExport, runs: AsyncIterable<NormalizedRun>): AsyncIterable<Uint8Array> {
  return format === 'parquet' ? toParquetStream(runs) : bytesOf(toResultStream(runs));
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
