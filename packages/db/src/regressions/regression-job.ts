import { RULE_VERSION } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../database';
import { prepareQueue } from '../jobs/queue-job';
import { JOB_IS_LIVE } from '../jobs/worker-life';

/** Name of the task that brings records up to date; it has no payload: what is stale is in the database. */
export const REGRESSIONS_TASK = 'regressions';

/**
 * Adds the job that brings records up to date, when something is stale: last in a transaction that changed runs or
 * exclusions. Wants `prepareQueue` before the transaction. Any number of these are one job.
 */
export async function queueRecompute(client: PoolClient): Promise<void> {
  await client.query(
    `SELECT graphile_worker.add_job($1, job_key := $1, queue_name := $1, max_attempts := 5)
     WHERE EXISTS (SELECT FROM heatmaps WHERE stale_since IS NOT NULL)`,
    [REGRESSIONS_TASK],
  );
}

/**
 * Makes everything stale that an older rule judged, that was judged before stops had records or whose summary an older release
 * made, and queues what is stale for any reason. For a worker's start.
 */
export async function queueStale(database: Database): Promise<void> {
  await prepareQueue(database);
  await inTransaction(database, async (client) => {
    await client.query(
      `UPDATE heatmaps SET stale_since = now() WHERE rule_version < $1 OR (evaluated_at IS NOT NULL AND NOT records_stops)
         OR releases @? '$[*] ? (!exists(@.compared))'`,
      [RULE_VERSION],
    );
    await queueRecompute(client);
  });
}

/** A job that failed at its last try is given this long before it is queued again: its fault may need an operator. */
const FAILED_REST = "interval '5 minutes'";

/** Queues what is stale and has no job any more: its worker died at the last try, or the job failed too often. */
export async function queueForgotten({ pool }: Database): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.add_job($1, job_key := $1, queue_name := $1, max_attempts := 5)
     WHERE EXISTS (SELECT FROM heatmaps WHERE stale_since IS NOT NULL)
       AND NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE jobs.key = $1
         AND (${JOB_IS_LIVE} OR jobs.run_at > now() - ${FAILED_REST}))`,
    [REGRESSIONS_TASK],
  );
}
