import { setPriority } from 'node:os';
import { openBlobs } from '../../blobs/blob-store';
import { type Database, openDatabase } from '../../database';
import { ingestUpload } from '../ingest-upload';
import { serveReads } from './serve-reads';

/*
 * The process that reads uploads for a worker: a log that breaks a parser ends this process, and one upload. It is
 * started by open-readers.ts and is of no use without.
 */

/** The lock of the upload, its progress, its import and the look-ups of a preview, with some to spare. */
const MAX_CONNECTIONS = 5;

/**
 * Of nice(1): a third of the share of what is at 0. Not more, as who gets nothing done for half a minute is ended as
 * stuck.
 */
const NICENESS = 5;

// Pages, records and the database have priority: they are short, and users wait for them. On an idle machine reading
// is not slower.
try {
  setPriority(NICENESS);
} catch {
  // A sandbox that forbids it: reading continues at normal priority.
}

/** One database for all uploads that this process reads. */
let opened: Database | null = null;

serveReads(({ uploadId, databaseUrl, blobs }, hooks) => {
  opened ??= openDatabase(databaseUrl, {
    maxConnections: MAX_CONNECTIONS,
    isMortal: true,
    plans: 'kept',
  });
  return ingestUpload(opened, openBlobs(blobs, opened), uploadId, hooks);
});
