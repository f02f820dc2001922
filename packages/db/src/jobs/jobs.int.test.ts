import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { sampleLogs } from '../testing/sample-logs';
import { enqueueUpload } from './queue';
import { runWorker } from './run-worker';

const LOG_NAME = 'sb.o.point-query.range100.pk1.dop1';

describe('the ingest queue', () => {
  let database: TestDatabase;
  let folder: string;
  let blobs: ReturnType<typeof openBlobStore>;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-jobs-'));
    blobs = openBlobStore(path.join(folder, 'blobs'), database);
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const enqueue = (filename: string, text: string, server: string | null = null) =>
    enqueueUpload(database, blobs, {
      content: Readable.from([Buffer.from(text)]),
      filename,
      origin: 'uploaded',
      server,
      settings: { product: 'PostgreSQL', version: '17.4' },
    });

  /** Runs a worker until the upload is in an end state. */
  const workUntilDone = async (uploadId: string) => {
    const stop = new AbortController();
    const worker = runWorker(database, blobs, { signal: stop.signal });
    const upload = await expect
      .poll(() => database.prisma.upload.findUniqueOrThrow({ where: { id: Number(uploadId) } }), {
        timeout: 120_000,
      })
      .toMatchObject({ state: expect.stringMatching(/^(stored|failed)$/) })
      .then(() => database.prisma.upload.findUniqueOrThrow({ where: { id: Number(uploadId) } }));
    stop.abort();
    await worker;
    return upload;
  };

  it('stores a queued upload with what the uploader said about it', async () => {
    const queued = await enqueue(LOG_NAME, sampleLogs()[LOG_NAME] ?? '', 'pn53');
    const again = await enqueue(LOG_NAME, sampleLogs()[LOG_NAME] ?? '', 'pn53');
    expect([queued.isNew, again]).toEqual([true, { uploadId: queued.uploadId, isNew: false }]);
    expect(await workUntilDone(queued.uploadId)).toMatchObject({
      state: 'stored',
      runCount: 1,
      errorCode: null,
    });
    const run = await database.prisma.run.findFirstOrThrow({
      include: { server: true, variant: { include: { version: true } } },
    });
    expect([run.server.name, run.variant.version.name]).toEqual(['pn53', '17.4']);
  });

  it('reads a small upload while large ones are being read', async () => {
    const large = 'x'.repeat(9 * 1024 ** 2);
    const first = await enqueue('large-1.txt', `1${large}`);
    const second = await enqueue('large-2.txt', `2${large}`);
    const small = await enqueue('small.txt', 'small\n');
    const began: number[] = [];
    let endLarge = () => {};
    const largeEnded = new Promise<void>((resolve) => {
      endLarge = resolve;
    });
    const read = async (id: number) => {
      began.push(id);
      if (id !== Number(small.uploadId)) await largeEnded;
    };
    const stop = new AbortController();
    const readers = { read, cancel: () => {}, stop: endLarge, kill: async () => {} };
    const worker = runWorker(database, blobs, { signal: stop.signal, readers });
    // Either of the two may be the first.
    await expect.poll(() => began.length, { timeout: 60_000 }).toBe(2);
    expect(began).toContain(Number(small.uploadId));
    endLarge();
    // The upload that one reader skipped is read by another.
    await expect.poll(() => began.length, { timeout: 60_000 }).toBe(3);
    stop.abort();
    await worker;
    expect(new Set(began)).toEqual(new Set([first, second, small].map(({ uploadId }) => Number(uploadId))));
    await database.pool.query("DELETE FROM uploads WHERE filename LIKE 'large-%' OR filename = 'small.txt'");
  });

  it('stores the reason why an upload could not be read, and keeps stored runs', async () => {
    const queued = await enqueue('notes.txt', 'no log at all\n');
    expect(await workUntilDone(queued.uploadId)).toMatchObject({
      state: 'failed',
      errorCode: 'NO_KNOWN_LOGS',
    });
    expect(await database.prisma.run.count()).toBe(1);
    const left = await readdir(path.join(blobs.location, 'tmp'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.parentPath !== path.join(blobs.location, 'tmp'))).toEqual([]);
  });

  it('reads a failed upload again when it is sent again', async () => {
    const queued = await enqueue('notes.txt', 'no log at all\n');
    expect(queued.isNew).toBe(true);
    expect(await workUntilDone(queued.uploadId)).toMatchObject({ state: 'failed' });
  });
});
