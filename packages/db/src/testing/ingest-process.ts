import { openBlobs } from '../blobs/blob-store';
import type { BlobAccess } from '../blobs/objects/open-objects';
import { openDatabase } from '../database';
import { ingestPath } from '../import/ingest-path';

/* A process that stores one directory, for tests that kill it on the way. Started with a channel, over which the order comes. */

/** What is stored, and where. */
export interface IngestOrder {
  databaseUrl: string;
  access: BlobAccess;
  directory: string;
}

process.once('message', ({ databaseUrl, access, directory }: IngestOrder) => {
  const database = openDatabase(databaseUrl, { isMortal: true });
  void ingestPath({ database, blobs: openBlobs(access, database) }, directory, { server: 'pn53' }).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
