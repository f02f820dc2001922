import { Readable } from 'node:stream';
import { openBlobStore } from '../blobs/blob-store';
import { openDatabase } from '../database';
import { runWorker } from '../jobs/run-worker';

/*
 * A worker that begins to read an upload and never gets to its end, for tests that kill it there.
 * usage: node --import tsx stalling-worker.ts DATABASE_URL BLOBS; prints "reading" when it has begun
 */
const [url = '', directory = ''] = process.argv.slice(2);
const blobs = {
  ...openBlobStore(directory),
  async read() {
    process.stdout.write('reading\n');
    return new Readable({ read() {} });
  },
};
void runWorker(openDatabase(url), blobs);
