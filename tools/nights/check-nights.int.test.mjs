import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@basecase/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkHistory } from './check-nights';
import { followNights } from './follow-nights';
import { planNights } from './plan-nights';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {string} */
let scratch;

beforeEach(async () => {
  database = await createTestDatabase();
  scratch = await mkdtemp(path.join(tmpdir(), 'basecase-nights-'));
});

afterEach(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

/** @param {number} backlog nights that come at once, before the others @param {import('./plan-nights').PlanSize} size */
async function check(backlog, size = {}) {
  const plan = planNights({ nights: 60, tests: 6, servers: 1, noiseSd: 0.01, ...size });
  const history = await followNights(database, plan, { scratch, backlog });
  return { plan, history, report: checkHistory(plan, history) };
}

it('finds what was planned, night after night, and charges the machine with nothing', async () => {
  const { plan, history, report } = await check(12);
  expect(report.missed).toEqual([]);
  expect(report.steps).toHaveLength(3);
  expect(report.chargedToMachine.ever).toEqual([]);
  expect(history.seen).toHaveLength(plan.nights.length - 11);
  // A change is possible before it is sure, and sure a few nights after it came.
  for (const { expected, record } of report.steps) {
    expect(record?.firstSure).toBeGreaterThanOrEqual(expected + 2);
    expect(record?.firstSeen).toBeLessThanOrEqual(/** @type {number} */ (record?.firstSure));
  }
});

it('attributes nothing to a machine change that no upload contains, once a user adds it', async () => {
  const { history, report } = await check(60, { isToldByFacts: false });
  expect(report.missed).toEqual([]);
  expect(history.afterEvent).not.toBeNull();
  expect(report.chargedToMachine.ever.length).toBeGreaterThan(0);
  expect(report.chargedToMachine.atEnd).toEqual([]);
});
