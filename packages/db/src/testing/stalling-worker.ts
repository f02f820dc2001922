import { Readable } from 'node:stream';
import { openBlobStore } from '../blobs/blob-store';
import { openDatabase } from '../database';
import { openReaders } from '../jobs/readers/open-readers';
import { runWorker } from '../jobs/run-worker';
import { readHere } from './read-here';

/*
 * A worker that never gets to the end of an upload, for tests that kill it there.
 * usage: compiled by compiled-script.ts: node stalling-worker.mjs DATABASE_URL BLOBS taken|reading|child READER
 *   taken: it has the job and has not begun to read; reading: it has begun; child: with readers as in bad-reader.ts, of
 *   which `loop.tar` never stops. Prints the word when it is there.
 */
const [url = '', directory = '', where, script = ''] = process.argv.slice(2);
const database = openDatabase(url);
const blobs = {
  ...openBlobStore(directory, database),
  async read() {
    process.stdout.write('reading\n');
    return new Readable({ read() {} });
  },
};
const readers = readHere(database, blobs);
const taken = async () => {
  process.stdout.write('taken\n');
  await new Promise(() => {});
};
if (where === 'child') {
  process.stdout.write('child\n');
  void runWorker(database, blobs, { readers: openReaders(database, blobs, { script }) });
} else {
  void runWorker(database, blobs, { readers: where === 'taken' ? { ...readers, read: taken } : readers });
}
