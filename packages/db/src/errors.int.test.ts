import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from './database';
import { BlobStoreError, isDatabaseUnreachable } from './errors';
import { createTestDatabase, type TestDatabase } from './testing/database';

let there: TestDatabase;
beforeAll(async () => {
  there = await createTestDatabase();
});
afterAll(() => there.drop());

/** Queries by the driver, by Prisma, and by Prisma in SQL: each has its own form of error. */
async function failuresOf(database: Database): Promise<unknown[]> {
  const asking = [
    () => database.pool.query('SELECT 1'),
    () => database.prisma.run.count(),
    () => database.prisma.$queryRaw`SELECT 1`,
  ];
  const failures: unknown[] = [];
  for (const ask of asking)
    failures.push(
      await ask().then(
        () => null,
        (error: unknown) => error,
      ),
    );
  return failures;
}

/** Port 1 is closed on this machine. */
it.each(['127.0.0.1:1', 'localhost:1', 'no-such-host.invalid'])(
  'recognizes that %s does not answer',
  async (host) => {
    const database = openDatabase(`postgresql://nobody@${host}/none`);
    expect((await failuresOf(database)).map(isDatabaseUnreachable)).toEqual([true, true, true]);
    await database.close();
  },
);

it('knows that a socket has no server', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-socket-'));
  const database = openDatabase(`postgresql://nobody@/none?host=${encodeURIComponent(folder)}`);
  const [failure] = await failuresOf(database);
  expect(isDatabaseUnreachable(failure)).toBe(true);
  await database.close();
  await rm(folder, { recursive: true });
});

it('knows a database that is gone, and one that sends its visitors away', async () => {
  const url = new URL(there.url);
  url.pathname += '_gone';
  const gone = openDatabase(url.href);
  expect((await failuresOf(gone)).map(isDatabaseUnreachable)).toEqual([true, true, true]);
  await gone.close();
  const ended = await there.pool
    .query('SELECT pg_terminate_backend(pg_backend_pid())')
    .catch((error) => error);
  expect(isDatabaseUnreachable(ended)).toBe(true);
});

it('takes nothing else for it', async () => {
  const failing = [
    there.pool.query('SELECT nonsense'),
    there.prisma.$queryRaw`SELECT 1 / 0`,
    there.pool.query("SELECT 'x'::int"),
  ];
  const errors = await Promise.all(failing.map((query) => query.catch((error: unknown) => error)));
  expect(errors.map(isDatabaseUnreachable)).toEqual([false, false, false]);
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(isDatabaseUnreachable(new BlobStoreError('BLOBS_UNAVAILABLE', 'S3', { cause: refused }))).toBe(
    false,
  );
  expect(isDatabaseUnreachable(null)).toBe(false);
});
