import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { createTestDatabase } from '@basecase/db/testing';
import { expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

it('lists unreferenced files, and deletes them', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-gc-'));
  try {
    const blobs = openBlobStore(folder, database);
    const { sha256 } = await blobs.put(Readable.from([Buffer.from('no reference\n')]));
    const env = { DATABASE_URL: database.url, BASECASE_BLOBS: folder };
    const looked = await runCaptured(['gc', '--dry-run'], { env });
    expect([looked.code, looked.stdout]).toEqual([0, expect.stringContaining('1 (0.0 MB) unreferenced')]);
    expect(await blobs.has(sha256)).toBe(true);
    const done = await runCaptured(['gc'], { env });
    expect([done.code, done.stdout]).toEqual([0, expect.stringMatching(/deleted\.\n$/)]);
    expect(await blobs.has(sha256)).toBe(false);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
