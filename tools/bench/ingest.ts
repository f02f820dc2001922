import { stat } from 'node:fs/promises';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { openDatabase } from '@basecase/db/database';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { startS3Server } from '@basecase/db/testing/s3';
import { type BenchRow, median, timeMs } from './measure';

const ROUNDS = 3;
const FOLDER_MS = 3000;
const S3_RATIO = 1.5;

interface IngestToMeasure {
  tarball: string;
  databaseUrl: (index: number) => Promise<string>;
  /** Directory of the blob store. */
  blobs: (index: number) => string;
}

/**
 * A tarball from the first byte read to queryable in the database, each round into an empty one; in turn with log files in a
 * folder and in S3, whose server is in this process and does its part of the work here.
 */
export async function benchIngest(input: IngestToMeasure): Promise<BenchRow[]> {
  const folder: number[] = [];
  const s3: number[] = [];
  const server = await startS3Server();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      folder.push(await ingestMs(input, 2 * round, input.blobs(round), {}));
      s3.push(await ingestMs(input, 2 * round + 1, `s3://${server.bucket}/round-${round}`, server.env));
    }
  } finally {
    await server.close();
  }
  const ms = median(folder);
  const ratio = median(s3) / ms;
  const megabytes = (await stat(input.tarball)).size / 1e6;
  return [
    {
      what: `(b) tarball of ${megabytes.toFixed(1)} MB (the same data) to queryable in the database`,
      aim: '≤ 3.0 s',
      reached: `${(ms / 1000).toFixed(2)} s`,
      met: ms <= FOLDER_MS,
    },
    {
      what: '(b) the same with log files in S3 (a server on this machine), against a folder',
      aim: `≤ ${S3_RATIO.toFixed(1)}×`,
      reached: `${ratio.toFixed(2)}× (${(median(s3) / 1000).toFixed(2)} s)`,
      met: ratio <= S3_RATIO,
    },
  ];
}

async function ingestMs(
  { tarball, databaseUrl }: IngestToMeasure,
  index: number,
  location: string,
  env: Parameters<typeof openBlobStore>[2],
): Promise<number> {
  const database = openDatabase(await databaseUrl(index));
  try {
    const blobs = openBlobStore(location, database, env);
    return await timeMs(() => ingestPath({ database, blobs }, tarball, { server: 'bench' }));
  } finally {
    await database.close();
  }
}
