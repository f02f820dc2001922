import { stat } from 'node:fs/promises';
import { ingestPath, openBlobStore, openDatabase } from '@basecase/db';
import { type BenchRow, median, timeMs } from './measure';

const ROUNDS = 3;

/** A tarball from the first byte read to queryable in the database, each round into an empty one. */
export async function benchIngest(input: {
  tarball: string;
  databaseUrl: (round: number) => Promise<string>;
  /** Directory of the blob store. */
  blobs: (round: number) => string;
}): Promise<BenchRow[]> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const database = openDatabase(await input.databaseUrl(round));
    try {
      const blobs = openBlobStore(input.blobs(round), database);
      samples.push(await timeMs(() => ingestPath({ database, blobs }, input.tarball, { server: 'bench' })));
    } finally {
      await database.close();
    }
  }
  const ms = median(samples);
  const megabytes = (await stat(input.tarball)).size / 1e6;
  return [
    {
      what: `(b) tarball of ${megabytes.toFixed(1)} MB (the same data) to queryable in the database`,
      aim: '≤ 3.0 s',
      reached: `${(ms / 1000).toFixed(2)} s`,
      met: ms <= 3000,
    },
  ];
}
