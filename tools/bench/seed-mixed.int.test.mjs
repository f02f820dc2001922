import { recomputeRegressions } from '@basecase/db';
import { createTestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GROUPS } from './mixed-runs';
import { hasMixed, removeMixed, seedMixed } from './seed-mixed';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** @param {string} sql */
async function count(sql) {
  const { rows } = await database.pool.query(`SELECT count(*)::int AS count FROM ${sql}`);
  return rows[0].count;
}

it('makes up runs that pages and judging can take, and takes them out again', async () => {
  const groups = GROUPS.filter(
    ({ benchmark, flavour }) => benchmark === 'insert-benchmark' || flavour === 'nightly',
  );
  expect(groups).toHaveLength(2);
  const { runs } = await seedMixed(database.pool, groups);

  expect(runs).toBe(await count('runs'));
  expect(runs).toBeGreaterThan(200);
  expect(await count("results WHERE status = 'failed'")).toBeGreaterThan(0);
  expect(await count("results WHERE status = 'sla_failed'")).toBeGreaterThan(0);
  const ofFailed = "measurements JOIN results ON results.id = result_id WHERE status = 'failed'";
  expect(await count(ofFailed)).toBe(0);
  expect(await hasMixed(database.pool)).toBe(true);
  const { heatmaps, created } = await recomputeRegressions(database);
  expect(heatmaps).toBe(11);
  expect(created).toBeGreaterThan(0);

  await removeMixed(database.pool);
  expect(await hasMixed(database.pool)).toBe(false);
  for (const table of ['uploads', 'runs', 'results', 'measurements', 'servers', 'regressions'])
    expect(await count(table), table).toBe(0);
});
