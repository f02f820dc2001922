import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { type S3TestServer, startS3Server, TEST_KEYS } from '@basecase/db/testing/s3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { GET as getHealth } from '../app/api/health/route';
import { GET as getArtifact } from '../app/api/v1/artifacts/[id]/route';

/* A web process whose secret key of S3 is wrong: it works, reports the problem, and never shows a key. */

const WRONG_SECRET = 'wrong/Secret+Key=0123456789abcdefghij';
const TOKEN = 'token-of-a-session-0123456789';

let db: TestDatabase;
let s3: S3TestServer;
const logged: string[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  s3 = await startS3Server();
  const { rows: migrations } = await db.pool.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations',
  );
  Object.assign(process.env, {
    BASECASE_MIGRATIONS: migrations.map(({ name }) => name).join(),
    DATABASE_URL: db.url,
    BASECASE_BLOBS: `s3://${s3.bucket}/prefix`,
    ...s3.env,
    AWS_SECRET_ACCESS_KEY: WRONG_SECRET,
    AWS_SESSION_TOKEN: TOKEN,
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO uploads (sha256, filename, size_bytes, state, origin) VALUES (repeat('a', 64), 'x', 1, 'cancelled', 'uploaded')
     RETURNING id`,
  );
  await db.pool.query(
    `INSERT INTO artifacts (upload_id, path, sha256, kind, status, size_bytes) VALUES ($1, 'x.log', repeat('b', 64), 'x', 'unknown', 1)`,
    [rows[0]?.id],
  );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await s3.close();
  await db.drop();
});

it('says in plain words what is wrong, in /api/health and where a log file is asked for, and tells no key', async () => {
  const health = await getHealth();
  const said = await health.text();
  expect(JSON.parse(said)).toMatchObject({
    warnings: ["The blob store (S3) can't be used: the secret key (AWS_SECRET_ACCESS_KEY) is wrong."],
  });
  const request = new Request('http://127.0.0.1/api/v1/artifacts/1');
  const file = await getArtifact(request, { params: Promise.resolve({ id: '1' }) });
  const problem = await file.text();
  expect([file.status, JSON.parse(problem).code]).toEqual([503, 'BLOBS_REFUSED']);
  const log = logged.join('');
  expect(log).toContain('the secret key (AWS_SECRET_ACCESS_KEY) is wrong');
  for (const secret of [WRONG_SECRET, TOKEN, TEST_KEYS.accessKeyId, 'Signature='])
    for (const text of [said, problem, log]) expect(text).not.toContain(secret);
});

it('asks the store once a minute, however often health is requested', async () => {
  const before = s3.asked.length;
  await getHealth();
  await getHealth();
  expect(s3.asked.length).toBe(before);
});
