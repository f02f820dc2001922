import { Readable } from 'node:stream';
import { exportParquet, exportResults, RUN_EXPORTS, type RunExport, type RunGroups } from '@basecase/db';
import { database } from '../database';

/** What the bytes are, for who saves them; NDJSON has no registered type. */
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
 * Runs as a file to save.
 *
 * @param name of the file, without its ending
 * @throws NotFoundError for a run that is not there
 */
export async function runsFile(format: RunExport, groups: RunGroups, name: string): Promise<Response> {
  const headers = {
    'content-type': RUN_EXPORT_TYPES[format],
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}.${ENDINGS[format]}"`,
  };
  if (format === 'parquet') return new Response(await exportParquet(database(), groups), { headers });
  const pieces = Readable.from(bytesOf(exportResults(database(), groups)));
  return new Response(Readable.toWeb(pieces) as ReadableStream, { headers });
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
