import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BlobStore, openBlobStore } from '../blobs/blob-store';
import { type Database, openDatabase } from '../database';
import { sampleLogs } from '../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench } from '../testing/upload-bench';
import { cancelUpload, confirmUpload, reparseUpload } from './change-upload';
import { deleteUpload } from './delete-upload';
import { enqueueUpload } from './queue';
import { takeReadingLock, tryReadingLock } from './reading-lock';
import { setCampaign } from './set-campaign';

let bench: UploadBench;
/** With one connection: what holds one and waits for another one never ends. */
let narrow: Database;
let blobs: BlobStore;
beforeAll(async () => {
  bench = await openUploadBench();
  narrow = openDatabase(bench.database.url, { maxConnections: 1 });
  blobs = openBlobStore(bench.blobs.location, narrow);
});
afterAll(async () => {
  await narrow.close();
  await bench.close();
});

const run = (mark: string) =>
  tarOf(
    Object.fromEntries(
      Object.entries(sampleLogs()).map(([name, text]) => [
        `x.pg174_rel.x10a_c8r32.pk1/${name}`,
        `${text}\n# ${mark}\n`,
      ]),
    ),
  );

it('changes of uploads want one connection at a time', async () => {
  const { uploadId } = await bench.send(await run('few'));
  await bench.workUntil(uploadId, 'stored');
  const answers = await Promise.allSettled([1, 2, 3].map(() => reparseUpload(narrow, blobs, uploadId)));
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await bench.workUntil(uploadId, 'stored');
  const held = await bench.send(await run('held'), { hold: true });
  await bench.workUntil(held.uploadId, 'preview');
  await confirmUpload(narrow, held.uploadId, { server: null, settings: {} });
  await cancelUpload(narrow, blobs, held.uploadId);
  await setCampaign(narrow, uploadId, { campaign: 'few', by: 'test' });
  await deleteUpload(narrow, blobs, uploadId);
  expect(narrow.pool.waitingCount).toBe(0);
});

it('the first uploads of a process want one connection each', async () => {
  const first = openBlobStore(bench.blobs.location, narrow);
  const sent = await Promise.all(
    ['one', 'two', 'three'].map(async (mark) =>
      enqueueUpload(narrow, first, {
        content: Readable.from([await run(mark)]),
        ...{ filename: `${mark}.tar`, origin: 'uploaded', server: null, settings: {} },
      }),
    ),
  );
  expect(sent.map(({ isNew }) => isNew)).toEqual([true, true, true]);
  const second = openBlobStore(bench.blobs.location, narrow);
  await deleteUpload(narrow, second, sent[0]?.uploadId ?? '');
});

it('a lock that fails gives its connection back', async () => {
  // No upload has such a number: PostgreSQL refuses the question.
  const wrong = 2 ** 40;
  await expect(takeReadingLock(narrow, wrong)).rejects.toThrow(/integer/);
  await expect(tryReadingLock(narrow, wrong)).rejects.toThrow(/integer/);
  await (await takeReadingLock(narrow, 1)).release();
});

it('a lock is held until its connection is lost', async () => {
  const lock = await takeReadingLock(narrow, 2);
  expect(await lock.isHeld()).toBe(true);
  await bench.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 2 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  expect(await lock.isHeld()).toBe(false);
  await lock.release();
  await (await takeReadingLock(narrow, 2)).release();
});
