import { rmSync } from 'node:fs';
import { createTestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inState } from '../bootstrap/paths.mjs';
import { ensureSamples } from './ensure-samples.mjs';

const STAMP = `samples-test-${process.pid}`;
/** @type {import('@basecase/db/testing').TestDatabase} */
let database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  for (const name of [STAMP, `${STAMP}-database`]) rmSync(inState('stamps', name), { force: true });
});

/** Steps that are only listed. */
function listed() {
  /** @type {string[]} */
  const steps = [];
  /** @type {any} */
  const progress = { step: async (/** @type {string} */ title) => void steps.push(title) };
  return { steps, progress };
}

it('loads nothing into a database that came with data, such as a restored one', async () => {
  await database.pool.query(
    `INSERT INTO uploads (sha256, filename, size_bytes, origin, state) VALUES (repeat('0', 64), 'mine', 1, 'uploaded', 'queued')`,
  );
  const { steps, progress } = listed();
  for (let start = 1; start <= 2; start += 1) {
    await ensureSamples({ databaseUrl: database.url, blobs: '/nowhere', stamp: STAMP }, progress);
  }
  expect(steps).toEqual([]);
});

it('continues a loading that was killed, and ends once it was done', async () => {
  await database.pool.query('DELETE FROM uploads');
  for (const name of [STAMP, `${STAMP}-database`]) rmSync(inState('stamps', name), { force: true });
  const killed = {
    ...listed().progress,
    async step() {
      // It had loaded the first sample by then.
      await database.pool.query(
        `INSERT INTO uploads (sha256, filename, size_bytes, origin, state) VALUES (repeat('1', 64), 'sample', 1, 'recorded', 'queued')`,
      );
      throw new Error('killed');
    },
  };
  const target = { databaseUrl: database.url, blobs: '/nowhere', stamp: STAMP };
  await expect(ensureSamples(target, killed)).rejects.toThrow('killed');
  const { steps, progress } = listed();
  await ensureSamples(target, progress);
  await ensureSamples(target, progress);
  expect(steps).toEqual(['Loading the sample data']);
});
