import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange } from '../epochs/changes';
import { prepareQueue } from '../jobs/queue-job';
import { queueRecompute } from '../regressions/regression-job';
import { takeImportLock } from './import-lock';

/**
 * The transaction of everything that changes what heatmaps are judged by: with a job at its end that brings the records of
 * regressions up to date. Both are true, or neither.
 */
export async function inJudgedChange<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  await prepareQueue(database);
  return inChange(database, work, queueRecompute);
}

/** The same for everything that adds, changes or removes runs: one at a time. */
export async function inImport<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inJudgedChange(database, async (client) => {
    await takeImportLock(client);
    return work(client);
  });
}
