import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { getOperationFigures } from './get-operation-figures';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('counts nothing where nothing is, before there is a queue', async () => {
  const { uploads, jobs, deliveries, migrations } = await getOperationFigures(database);
  expect([uploads, deliveries]).toEqual([{}, {}]);
  expect(jobs).toEqual({ waiting: 0, inWork: 0, failed: 0, oldestSeconds: null });
  expect(migrations.applied).toBeGreaterThan(5);
  expect(migrations.newest).toMatch(/^\d{14}_/);
});

it('counts what waits, works and failed, and how long the oldest waits', async () => {
  const { makeWorkerUtils } = await import('graphile-worker');
  const utils = await makeWorkerUtils({ pgPool: database.pool });
  try {
    await utils.migrate();
    const due = new Date(Date.now() - 600_000);
    await utils.addJob('a', {}, { runAt: due });
    await utils.addJob('a', {}, { runAt: new Date(Date.now() + 600_000) });
    const working = await utils.addJob('a', {}, {});
    const failed = await utils.addJob('a', {}, { maxAttempts: 1 });
    await database.pool.query('UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE id = $1', [
      working.id,
    ]);
    await database.pool.query('UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE id = $1', [
      failed.id,
    ]);
  } finally {
    await utils.release();
  }
  await database.pool.query(
    `INSERT INTO uploads (sha256, filename, size_bytes, origin, state, parser_version)
     VALUES (repeat('0', 64), 'a', 0, 'uploaded', 'queued', 1), (repeat('1', 64), 'b', 0, 'uploaded', 'queued', 1)`,
  );
  const { uploads, jobs } = await getOperationFigures(database);
  expect(uploads).toEqual({ queued: 2 });
  expect(jobs).toMatchObject({ waiting: 1, inWork: 1, failed: 1 });
  expect(jobs.oldestSeconds).toBeGreaterThanOrEqual(600);
});
