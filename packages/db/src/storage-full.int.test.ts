import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, openBlobStore } from './blobs/blob-store';
import { ingestPath } from './import/ingest-path';
import { reparseUpload } from './jobs/change-upload';
import { ingestUpload } from './jobs/ingest-upload';
import { enqueueUpload } from './jobs/queue';
import { getUpload } from './queries/uploads/get-upload';
import { createTestDatabase, isOnCitus, type TestDatabase } from './testing/database';
import { sampleLogs } from './testing/sample-logs';
import { canMount, mountSmallDisk, type SmallDisk } from './testing/small-disk';
import { listFiles, tarOf } from './testing/upload-bench';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const send = (blobs: BlobStore, content: Buffer) =>
  enqueueUpload(database, blobs, {
    content: Readable.from([content]),
    filename: 'x.pg174.x10a_c8r32.pk1.tar',
    origin: 'uploaded',
    server: 'pn53',
    settings: {},
  });

/** Text that packs to about half of its size. */
const noise = (kilobytes: number) => randomBytes(kilobytes * 512).toString('hex');

/** A run that no other test has: the comment makes its logs different. */
const runWith = (mark: string, text = '') =>
  tarOf(
    Object.fromEntries(
      Object.entries({ ...sampleLogs(), 'notes.txt': text }).map(([name, log]) => [
        `x.pg174_rel.x10a_c8r32.pk1/${name}`,
        `${log}\n# ${mark}\n`,
      ]),
    ),
  );

/** Servers that tests start as root run under this account. */
const NOBODY = 65_534;

describe.skipIf(isOnCitus() || !canMount)(
  'a full disk of the database (needs root, to mount a small one)',
  () => {
    // First in this file: a table that is still empty needs room for its first row.
    it('fails an upload, and stores it when there is room again', async () => {
      const disk = mountSmallDisk({ kilobytes: 1024, owner: NOBODY });
      if (!disk) throw new Error('could be mounted before');
      const folder = await mkdtemp(path.join(tmpdir(), 'basecase-full-'));
      const blobs = openBlobStore(folder, database);
      const space = `small_${process.pid}`;
      const { pool } = database;
      try {
        await pool.query(`CREATE TABLESPACE ${space} LOCATION '${disk.folder}'`);
        await pool.query(`ALTER TABLE measurements SET TABLESPACE ${space}`);
        await pool.query(`CREATE TABLE filler (text text) TABLESPACE ${space}`);
        const fill = `INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, 100)`;
        const filling = async () => {
          for (;;) await pool.query(fill);
        };
        await expect(filling()).rejects.toMatchObject({ code: '53100' });

        const { uploadId } = await send(blobs, await runWith('a full database'));
        await ingestUpload(database, blobs, Number(uploadId));
        const failed = await getUpload(database, uploadId);
        expect(failed).toMatchObject({ state: 'failed', error: { code: 'DATABASE_FULL' } });
        expect(failed.error?.message).toMatch(/^The disk of the database is full .*Make room/);

        await pool.query('DROP TABLE filler');
        await reparseUpload(database, blobs, uploadId);
        await ingestUpload(database, blobs, Number(uploadId));
        expect(await getUpload(database, uploadId)).toMatchObject({ state: 'stored', error: null });
      } finally {
        await pool.query(`DROP TABLE IF EXISTS filler`);
        await pool.query(`ALTER TABLE measurements SET TABLESPACE pg_default`);
        await pool.query(`DROP TABLESPACE ${space}`);
        disk.remove();
        await rm(folder, { recursive: true });
      }
    });
  },
);

describe.skipIf(!canMount)('a full disk of the blob store (needs root, to mount a small one)', () => {
  const withDisk = async (kilobytes: number, work: (disk: SmallDisk, blobs: BlobStore) => Promise<void>) => {
    const disk = mountSmallDisk({ kilobytes });
    if (!disk) throw new Error('could be mounted before');
    try {
      await work(disk, openBlobStore(path.join(disk.folder, 'blobs'), database));
    } finally {
      disk.remove();
    }
  };

  it('refuses an upload, and nothing of it stays', () =>
    withDisk(256, async (disk, blobs) => {
      const before = await database.prisma.upload.count();
      const sending = send(blobs, randomBytes(1_000_000));
      await expect(sending).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await listFiles(disk.folder)).toEqual([]);
      expect(await database.prisma.upload.count()).toBe(before);
    }));

  it('fails an upload that was accepted, and stores it when there is room again', () =>
    withDisk(1000, async (disk, blobs) => {
      const { uploadId } = await send(blobs, await runWith('no room', noise(1200)));
      const before = await listFiles(disk.folder);
      await ingestUpload(database, blobs, Number(uploadId));
      const failed = await getUpload(database, uploadId);
      expect(failed).toMatchObject({ state: 'failed', error: { code: 'DISK_FULL' }, results: 0 });
      expect(failed.error?.message).toMatch(/BASECASE_BLOBS.* is full: \d+\.\d MB are free\. Make room/);
      expect(await listFiles(disk.folder)).toEqual(before);

      disk.grow(8000);
      await reparseUpload(database, blobs, uploadId);
      await ingestUpload(database, blobs, Number(uploadId));
      expect(await getUpload(database, uploadId)).toMatchObject({ state: 'stored', results: 2, error: null });
    }));

  it('is reported on the command line, too', () =>
    withDisk(64, async (disk, blobs) => {
      const file = path.join(await mkdtemp(path.join(tmpdir(), 'basecase-full-')), 'run.tar');
      await writeFile(file, await runWith('command line', noise(800)));
      await expect(ingestPath({ database, blobs }, file)).rejects.toMatchObject({ code: 'DISK_FULL' });
      expect(await listFiles(disk.folder)).toEqual([]);
      await rm(path.dirname(file), { recursive: true });
    }));
});
