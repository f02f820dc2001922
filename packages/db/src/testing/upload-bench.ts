import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { type BlobStore, openBlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { type Enqueued, enqueueUpload, type UploadToEnqueue } from '../jobs/queue';
import { runWorker } from '../jobs/run-worker';
import type { UploadState } from '../types/uploads';
import { createTestDatabase, isOnCitus, type TestDatabase } from './database';
import { readHere } from './read-here';

/** A database, a blob store and a worker that runs when it is asked to: what a test of uploads needs. */
export interface UploadBench {
  database: TestDatabase;
  blobs: BlobStore;
  /** Puts bytes into the queue. */
  send(content: Buffer | string, upload?: Partial<UploadToEnqueue>): Promise<Enqueued>;
  /** Runs a worker until an upload is in one of these states, and gives its row. */
  workUntil(uploadId: string, ...states: UploadState[]): Promise<{ state: UploadState }>;
  stateOf(uploadId: string): Promise<UploadState>;
  /** What is in the blob store: contents of packs as `pack:<sha256>`, and files, those on their way in (`tmp/…`) included. */
  listBlobs(): Promise<string[]>;
  close(): Promise<void>;
}

/** A row for each session of this database that waits for another one. */
export const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
/** The same for a lock that a cluster takes on its workers. */
export const WAITING_ANYWHERE = isOnCitus() ? WAITING.replace('pg_stat_', 'citus_stat_') : WAITING;

/** How often the state is looked at. */
const POLL_MS = 20;
const GIVE_UP_MS = 300_000;

export async function openUploadBench(): Promise<UploadBench> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-uploads-'));
  const blobs = openBlobStore(path.join(folder, 'blobs'), database);

  const stateOf = async (uploadId: string) => {
    const row = await database.prisma.upload.findUniqueOrThrow({ where: { id: Number(uploadId) } });
    return row.state;
  };

  return {
    database,
    blobs,
    stateOf,
    send: (content, upload = {}) =>
      enqueueUpload(database, blobs, {
        content: Readable.from([Buffer.from(content)]),
        filename: 'x.pg174.x10a_c8r32.pk1.tar',
        origin: 'uploaded',
        server: 'pn53',
        settings: {},
        ...upload,
      }),
    async workUntil(uploadId, ...states) {
      const stop = new AbortController();
      const worker = runWorker(database, blobs, { signal: stop.signal, readers: readHere(database, blobs) });
      const state = await until(
        () => stateOf(uploadId),
        (now) => states.includes(now),
      );
      stop.abort();
      await worker;
      return { state };
    },
    listBlobs: () => listContents(database, blobs),
    async close() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A pack that no row names is listed as the file that it is. */
async function listContents(database: Database, blobs: BlobStore): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string; contents: string[] }>(
    `SELECT name, ARRAY(SELECT 'pack:' || encode(sha256, 'hex') FROM packed_blobs WHERE pack_id = packs.id) AS contents
     FROM packs`,
  );
  const packs = new Map(rows.map(({ name, contents }) => [name, contents]));
  const files = await listFiles(blobs.location);
  return files.flatMap((file) => packs.get(file) ?? [file]).sort();
}

/** Files below a folder, as paths from there. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** @throws Error with the last value when it never becomes what is wanted */
export async function until<T>(look: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const end = Date.now() + GIVE_UP_MS;
  for (;;) {
    const value = await look();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${GIVE_UP_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A tar archive of these files, always the same bytes. */
export async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const archive = pack();
  for (const [name, text] of Object.entries(files)) archive.entry({ name, mtime: new Date(0) }, text);
  archive.finalize();
  return buffer(archive);
}
