import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { canMount, mountSmallDisk, type SmallDisk } from '@basecase/db/testing/small-disk';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUT } from './route';

describe.skipIf(!canMount)('PUT /api/v1/uploads on a full disk (needs root, to mount a small one)', () => {
  let db: TestDatabase;
  let disk: SmallDisk | null = null;
  let token = '';

  beforeAll(async () => {
    db = await createTestDatabase();
    disk = mountSmallDisk({ kilobytes: 128 });
    Object.assign(process.env, { DATABASE_URL: db.url, BASECASE_BLOBS: disk?.folder });
    token = (await createToken(db, { name: 'u', role: 'upload' })).token;
  });
  afterAll(async () => {
    await db.drop();
    disk?.remove();
  });

  it('answers 507: what is full, how much is free, what to do', async () => {
    const url = 'https://bench.example/api/v1/uploads?filename=a.tar.gz&server=pn53';
    const headers = { authorization: `Bearer ${token}` };
    const answer = await PUT(
      new Request(url, { method: 'PUT', body: new Uint8Array(randomBytes(500_000)), headers }),
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([507, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({
      status: 507,
      code: 'DISK_FULL',
      title: expect.stringMatching(/BASECASE_BLOBS.* is full: 0\.1 MB are free\. Make room there/),
    });
  });
});
