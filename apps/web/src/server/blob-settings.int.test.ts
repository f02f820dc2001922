import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GET as getHealth } from '../app/api/health/route';
import { GET as getArtifact } from '../app/api/v1/artifacts/[id]/route';
import { PUT } from '../app/api/v1/uploads/route';
import { createCaller } from './root';
import { createContext } from './trpc';

describe('a web process whose store is in S3, and that has no keys', () => {
  let db: TestDatabase;
  let token = '';
  let artifact = '';

  beforeAll(async () => {
    db = await createTestDatabase();
    const { rows: migrations } = await db.pool.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations',
    );
    Object.assign(process.env, {
      BASECASE_MIGRATIONS: migrations.map(({ name }) => name).join(),
      DATABASE_URL: db.url,
      BASECASE_BLOBS: 's3://bucket/prefix',
    });
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    token = (await createToken(db, { name: 'u', role: 'upload' })).token;
    const { rows } = await db.pool.query<{ id: number }>(
      `WITH upload AS (
         INSERT INTO uploads (sha256, filename, size_bytes, state, origin)
         VALUES (repeat('a', 64), 'x', 1, 'cancelled', 'uploaded') RETURNING id)
       INSERT INTO artifacts (upload_id, path, sha256, kind, status, size_bytes)
       SELECT id, 'x.log', repeat('b', 64), 'x', 'unknown', 1 FROM upload RETURNING id`,
    );
    artifact = String(rows[0]?.id);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await db.drop();
  });

  it('shows what needs no stored file', async () => {
    expect(await createCaller(createContext()).home.servers()).toEqual([]);
  });

  it('says 503 where a stored file is asked for, or an upload is sent', async () => {
    const file = await getArtifact(new Request(`http://127.0.0.1/api/v1/artifacts/${artifact}`), {
      params: Promise.resolve({ id: artifact }),
    });
    const headers = { authorization: `Bearer ${token}` };
    const url = 'https://bench.example/api/v1/uploads?filename=a.log&server=pn53';
    const upload = await PUT(new Request(url, { method: 'PUT', body: 'x', headers }));
    for (const answer of [file, upload]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ code: 'BLOBS_SETTING' });
    }
    const lines = createCaller(createContext()).artifacts.lines({ id: artifact, line: 1 });
    await expect(lines).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('names the settings that are missing in /api/health', async () => {
    const health = await getHealth();
    expect(await health.json()).toMatchObject({
      status: 'ok',
      warnings: [expect.stringContaining('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set')],
    });
  });
});
