import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../database';
import { prepareQueue } from '../jobs/queue-job';
import { queueRecompute } from '../regressions/regression-job';
import { takeImportLock } from './import-lock';

/**
 * The transaction of everything that adds, changes or removes runs: one at a time, and with a job at its end that
 * brings the records of regressions up to date with what it changed. Both are true, or neither.
 */
export async function inImport<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  await prepareQueue(database);
  return inTransaction(database, async (client) => {
    await takeImportLock(client);
    const result = await work(client);
    await queueRecompute(client);
    return result;
  });
}
