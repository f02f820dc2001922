import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange } from '../epochs/changes';
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
  return inChange(database, work, queueRecompute);
}

/** The same for everything that moves or removes runs: alone, no import at the same time. */
export async function inImport<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inJudgedChange(database, async (client) => {
    await takeImportLock(client);
    return work(client);
  });
}

/**
 * PostgreSQL's codes for what one of two transactions gets that write the same at the same time.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNIQUE_VIOLATION = '23505';
const DEADLOCK = '40P01';

/**
 * How often an import that meets others is done. No import is beside one that is done again, but records are judged beside it:
 * on a cluster both lock whole tables that each node has a copy of, and either can be the one that is taken back.
 */
const MOST_TIMES = 6;

/**
 * The same for imports, side by side: they meet only where they make the same server, version or workload, or bring the
 * same logs. One that met another is taken back and done again, alone.
 *
 * @param work can be done again when it was taken back
 */
export async function inImports<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const sideBySide = () =>
    inJudgedChange(database, async (client) => {
      await shareImportLock(client);
      return work(client);
    });
  for (let time = 1; ; time += 1) {
    try {
      return await (time === 1 ? sideBySide() : inImport(database, work));
    } catch (error) {
      const { code } = error as { code?: unknown };
      const hasMet = code === DEADLOCK || (code === UNIQUE_VIOLATION && time === 1);
      if (!hasMet || time === MOST_TIMES) throw error;
    }
  }
}
