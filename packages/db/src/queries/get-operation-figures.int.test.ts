import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEAD_JOB_DAYS, deleteDeadJobs } from '../jobs/queue-job';
import { beginWorkerLife } from '../jobs/worker-life';
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

it('counts connected workers, and how long one has been silent', async () => {
  const before = await getOperationFigures(database);
  expect(before.workers).toEqual({ connected: 0, silentSeconds: null });
  const lives = [await beginWorkerLife(database, () => {}), await beginWorkerLife(database, () => {})];
  const { workers } = await getOperationFigures(database);
  expect(workers.connected).toBe(2);
  expect(workers.silentSeconds).toBeGreaterThanOrEqual(0);
  expect(workers.silentSeconds).toBeLessThan(60);
  for (const life of lives) await life.end();
  await expect.poll(async () => (await getOperationFigures(database)).workers.connected).toBe(0);
});

it('counts a job that failed for the last time as failed for a week', async () => {
  const failed = async () => (await getOperationFigures(database)).jobs;
  const before = await failed();
  expect(before.failed).toBe(1);
  const age = (days: number) =>
    database.pool.query(
      "UPDATE graphile_worker._private_jobs SET updated_at = now() - $1 * interval '1 day' WHERE attempts >= max_attempts",
      [days],
    );
  await age(DEAD_JOB_DAYS - 0.1);
  expect(await deleteDeadJobs(database)).toBe(0);
  await age(DEAD_JOB_DAYS + 0.1);
  expect(await deleteDeadJobs(database)).toBe(1);
  expect(await failed()).toMatchObject({ failed: 0, waiting: before.waiting, inWork: before.inWork });
});
