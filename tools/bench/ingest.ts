import { stat } from 'node:fs/promises';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { startS3Server } from '@basecase/db/testing/s3';
import { atMost, type BenchRow, median, seconds, timeMs, times, withDatabase } from './measure';

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
  const size = (await stat(input.tarball)).size / 1e6;
  const whole = `(b) tarball of ${size.toFixed(1)} MB (the same data) to queryable in the database`;
  const inS3 = '(b) the same with log files in S3 (a server on this machine), against a folder';
  return [
    atMost(whole, ms, { limit: FOLDER_MS, show: seconds(2) }),
    atMost(inS3, ratio, { limit: S3_RATIO, show: times(2), more: ` (${seconds(2)(median(s3))})` }),
  ];
}

async function ingestMs(
  { tarball, databaseUrl }: IngestToMeasure,
  index: number,
  location: string,
  env: Parameters<typeof openBlobStore>[2],
): Promise<number> {
  return withDatabase(await databaseUrl(index), (database) => {
    const blobs = openBlobStore(location, database, env);
    return timeMs(() => ingestPath({ database, blobs }, tarball, { server: 'bench' }));
  });
}
