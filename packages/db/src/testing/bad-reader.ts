import { openBlobs } from '../blobs/blob-store';
import { openDatabase } from '../database';
import { ingestUpload } from '../jobs/ingest-upload';
import { serveReads } from '../jobs/readers/serve-reads';
import { getUpload } from '../queries/uploads/get-upload';

/*
 * A reader as a worker starts it, in which uploads of certain names do what no parser should: it has begun to read then.
 */
const MISDEEDS: Record<string, () => Promise<never> | never> = {
  /** A parser that runs away: nothing else of the process is ever run again. */
  'loop.tar': () => {
    for (;;);
  },
  /** Bytes that never come. */
  'silence.tar': () => new Promise(() => {}),
  'memory.tar': () => {
    const kept: object[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})));
  },
  'buffers.tar': async () => {
    const kept: Buffer[] = [];
    for (;;) {
      kept.push(Buffer.alloc(16 * 1024 * 1024, kept.length));
      await new Promise(setImmediate);
    }
  },
  'crash.tar': () => process.exit(3),
};

serveReads(async ({ uploadId, databaseUrl, blobs: access }, hooks) => {
  const database = openDatabase(databaseUrl, { isMortal: true });
  const { filename } = await getUpload(database, String(uploadId));
  const blobs = openBlobs(access, database);
  const misdeed = MISDEEDS[filename];
  await ingestUpload(database, misdeed ? { ...blobs, read: async () => misdeed() } : blobs, uploadId, hooks);
  await database.close();
});
