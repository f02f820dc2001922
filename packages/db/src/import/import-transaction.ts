import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange } from '../epochs/changes';
import { DEADLOCK } from '../epochs/deadlock';
import { prepareQueue } from '../jobs/queue-job';
import { queueRecompute } from '../regressions/regression-job';
import { shareImportLock, takeImportLock } from './import-lock';

/**
 * The transaction of everything that changes what heatmaps are judged by: with a job at its end that brings the records of
 * regressions up to date. Both are true, or neither.
 */
export async function inJudgedChange<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  await prepareQueue(database);
  return inChange(database, work, async (client, areStale) => {
    // The job that others have queued is not touched for nothing: all workers would look for it.
    if (areStale) await queueRecompute(client);
  });
}

/** The same for everything that moves or removes runs: alone, no import at the same time. */
export async function inImport<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inJudgedChange(database, async (client) => {
    await takeImportLock(client);
    return work(client);
  });
}

/**
 * PostgreSQL's codes for what one of two transactions gets that write the same at the same time: unique_violation,
 * deadlock_detected. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const MET_ANOTHER = new Set(['23505', DEADLOCK]);

/**
 * The same for imports, side by side: they meet only where they make the same server, version or workload, or bring the
 * same logs. One that met another is taken back and done again, alone.
 *
 * @param work can be done again when it was taken back
 */
export async function inImports<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  try {
    return await inJudgedChange(database, async (client) => {
      await shareImportLock(client);
      return work(client);
    });
  } catch (error) {
    if (!MET_ANOTHER.has(String((error as { code?: unknown }).code))) throw error;
    return inImport(database, work);
  }
}
