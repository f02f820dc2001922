import type { Database } from '../../database';
import { INGEST_TASK } from '../queue-job';
import { workerLives } from '../worker-life';

/**
 * Gives back the jobs that dead workers had in work: the queue itself would wait four hours for each. A job that may be
 * tried again is taken by the next worker. One that may not, and has an upload, is removed: what becomes of that is
 * decided by the upload's state.
 *
 * @returns names of the dead workers
 */
export async function releaseDeadWorkers({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT locked_by AS name FROM graphile_worker.jobs
     WHERE locked_by IS NOT NULL AND NOT ${workerLives('locked_by')}`,
  );
  const dead = rows.map(({ name }) => name);
  if (dead.length > 0) await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
  await pool.query(
    `SELECT graphile_worker.complete_jobs(ids) FROM (
       SELECT array_agg(id) AS ids FROM graphile_worker.jobs
       WHERE task_identifier = $1 AND locked_by IS NULL AND attempts >= max_attempts) AS ended
     WHERE ids IS NOT NULL`,
    [INGEST_TASK],
  );
  return dead;
}
