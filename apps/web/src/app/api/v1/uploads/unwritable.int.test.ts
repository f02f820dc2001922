import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GET as getHealth } from '../../health/route';
import { PUT } from './route';

describe('a blob store that cannot be written', () => {
  let db: TestDatabase;
  let token = '';
  const folder = mkdtempSync(path.join(tmpdir(), 'basecase-unwritable-'));
  const file = path.join(folder, 'file');

  beforeAll(async () => {
    db = await createTestDatabase();
    const { rows: migrations } = await db.pool.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations',
    );
    writeFileSync(file, '');
    Object.assign(process.env, {
      BASECASE_MIGRATIONS: migrations.map(({ name }) => name).join(),
      DATABASE_URL: db.url,
      // Nobody can write below a file, root included.
      BASECASE_BLOBS: path.join(file, 'blobs'),
    });
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    token = (await createToken(db, { name: 'u', role: 'upload' })).token;
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await db.drop();
    rmSync(folder, { recursive: true });
  });

  it('answers an upload with 503, and says no path to who sent it', async () => {
    const url = 'https://bench.example/api/v1/uploads?filename=a.log&server=pn53';
    const headers = { authorization: `Bearer ${token}` };
    const answer = await PUT(new Request(url, { method: 'PUT', body: 'x', headers }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/problem+json']);
    const { code, title } = await answer.json();
    expect(code).toBe('BLOBS_UNWRITABLE');
    expect(title).toContain("the store of log files can't be written");
    expect(title).not.toContain(folder);
  });

  it('is a warning of /api/health', async () => {
    const health = await getHealth();
    expect(await health.json()).toMatchObject({
      status: 'ok',
      warnings: [expect.stringContaining(`${file}/blobs) can't be written`)],
    });
  });
});
