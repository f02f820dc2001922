import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteUpload } from '../jobs/delete-upload';
import { createTestDatabase } from '../testing/database';
import { sampleLogs } from '../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench } from '../testing/upload-bench';
import { keepBlobs, openBlobStore } from './blob-store';
import { collectGarbage } from './collect-garbage';
import { describeGarbage } from './describe-garbage';

let bench: UploadBench;
beforeAll(async () => {
  bench = await openUploadBench();
});
afterAll(() => bench.close());

const collect = (options = {}) => collectGarbage(bench.database, bench.blobs, options);
const madePath = async (name: string) => {
  const file = path.join(bench.blobs.location, name);
  await mkdir(path.dirname(file), { recursive: true });
  return file;
};
const run = (mark: string) =>
  tarOf(
    Object.fromEntries(
      Object.entries(sampleLogs()).map(([name, text]) => [`x.pg174_rel.x10a_c8r32.pk1/${name}`, text + mark]),
    ),
  );

describe('collecting garbage', () => {
  it('keeps what uploads and their files name, in every state, and deletes the rest', async () => {
    const stored = await bench.send(await run('# stored\n'));
    await bench.workUntil(stored.uploadId, 'stored');
    const failed = await bench.send('no log\n', { filename: 'notes.txt' });
    await bench.workUntil(failed.uploadId, 'failed');
    const held = await bench.send(await run('# held\n'), { hold: true });
    await bench.workUntil(held.uploadId, 'preview');
    await bench.send(await run('# waits\n'));
    const before = await bench.listBlobs();
    const orphan = await bench.blobs.put(Readable.from([Buffer.from('no reference\n')]));

    const found = await collect({ isDryRun: true });
    expect(found).toMatchObject({ blobs: before.length + 1, garbage: 1, left: 0, isDryRun: true });
    expect(await bench.blobs.has(orphan.sha256)).toBe(true);
    expect(describeGarbage(found)).toContain('1 (0.0 MB) unreferenced; nothing was deleted (dry run).');

    expect(await collect()).toMatchObject({ garbage: 1, left: 0, garbageBytes: found.garbageBytes });
    expect(await bench.listBlobs()).toEqual(before);
    expect(describeGarbage(await collect())).toContain('nothing to delete');
  });

  it('leaves objects of another database in the same store, and those of unknown owner', async () => {
    const other = await createTestDatabase();
    try {
      const theirs = openBlobStore(bench.blobs.location, other);
      const waiting = await theirs.put(Readable.from([Buffer.from('another database names me\n')]));
      const { sha256 } = await bench.blobs.put(Readable.from([Buffer.from('named as all were before\n')]));
      const [own, old] = await bench.blobs.singleNames(sha256);
      await rename(path.join(bench.blobs.location, own), await madePath(old));
      const report = await collect();
      expect(report).toMatchObject({ garbage: 0, others: { objects: 2 } });
      expect(describeGarbage(report)).toContain('2 objects (0.0 MB) belong to another database and stay.');
      expect([await theirs.has(waiting.sha256), await bench.blobs.has(waiting.sha256)]).toEqual([
        true,
        false,
      ]);
      expect((await buffer(await bench.blobs.read(sha256))).toString()).toBe('named as all were before\n');

      const [name] = await theirs.singleNames(waiting.sha256);
      await theirs.objects.remove(name);
      expect(await collect()).toMatchObject({ garbage: 1, others: { objects: 0 } });
      expect(await bench.blobs.has(sha256)).toBe(false);
    } finally {
      await other.drop();
    }
  });

  it('leaves everything while bytes are being referenced, without blocking others', async () => {
    const { uploadId } = await bench.send(await run('# deleted during a backup\n'));
    await bench.workUntil(uploadId, 'stored');
    const before = await bench.listBlobs();
    const backup = await bench.database.pool.connect();
    try {
      await backup.query('BEGIN');
      await keepBlobs(backup);
      // Returns, although the bytes cannot be deleted now.
      await deleteUpload(bench.database, bench.blobs, uploadId);
      expect(await bench.listBlobs()).toEqual(before);
      const report = await collect({ patienceMs: 0 });
      expect(report.left).toBe(report.garbage);
      expect(describeGarbage(report)).toMatch(/0 deleted, \d+ left because .* a backup/);
    } finally {
      await backup.query('ROLLBACK');
      backup.release();
    }
    expect((await collect()).garbage).toBeGreaterThan(1);
    expect((await bench.listBlobs()).length).toBeLessThan(before.length);
  });
});
