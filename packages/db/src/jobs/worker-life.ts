import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { ADVISORY } from '../advisory-locks';
import type { Database } from '../database';
import { findValue } from '../rows';

/** How often a worker shows on its connection that it is not frozen. */
const HEARTBEAT_MS = 10_000;

/** Workers hear on it which upload is to be stopped at once; the payload is its id. */
export const CANCEL_CHANNEL = 'basecase_cancel';

/**
 * The sign of a running worker for others: a lock on a separate connection, under the number in its name.
 * PostgreSQL gives the lock back when the process ends in any way, so a name whose lock is free is that of a dead
 * worker.
 */
export interface WorkerLife {
  /** A name for the queue: `basecase-<number>-<part>`. */
  nameOf(part: string): string;
  /** Resolves when the connection broke: from then on others may take this worker for dead, and it has to stop. */
  readonly lost: Promise<Error>;
  end(): Promise<void>;
}

/**
 * @param onCancel called with the ids of cancelled uploads
 * @throws Error from the driver when the database does not answer
 */
export async function beginWorkerLife(
  database: Database,
  onCancel: (uploadId: number) => void,
): Promise<WorkerLife> {
  const client = await database.pool.connect();
  const lost = new Promise<Error>((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(new Error('The connection to the database has ended.')));
  });
  try {
    const number = await takeNumber(client);
    client.on('notification', ({ payload }) => onCancel(Number(payload)));
    await client.query(`LISTEN ${CANCEL_CHANNEL}`);
    // A connection that breaks is noticed by its own events.
    const heartbeat = setInterval(() => client.query('SELECT 1').catch(() => {}), HEARTBEAT_MS);
    heartbeat.unref();
    return {
      nameOf: (part) => `basecase-${number}-${part}`,
      lost,
      async end() {
        clearInterval(heartbeat);
        // Not back into the pool: with the connection go the lock and the channel.
        client.release(true);
      },
    };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function takeNumber(client: PoolClient): Promise<number> {
  for (;;) {
    const number = randomInt(1, 2 ** 31);
    const taken = await findValue<boolean>(client, 'SELECT pg_try_advisory_lock($1, $2) AS taken', [
      ADVISORY.workers,
      number,
    ]);
    if (taken) return number;
  }
}

/**
 * SQL that is true when the worker of this name lives. A name of another form is that of an older version, whose
 * workers are stopped before this one starts.
 *
 * @param name an SQL expression, e.g. `jobs.locked_by`
 */
export const workerLives = (name: string): string => `EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${ADVISORY.workers} AND objsubid = 2 AND granted
    AND objid::text = substring(${name} FROM '^basecase-([0-9]+)-')
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/**
 * SQL of the connected workers: how many there are, and for how many seconds the most silent one has not shown that it
 * runs (`null` without a worker).
 */
export const WORKERS = `
SELECT count(*)::int AS connected,
  max(extract(epoch FROM clock_timestamp() - activity.state_change))::float8 AS "silentSeconds"
FROM pg_locks JOIN pg_stat_activity AS activity USING (pid)
WHERE locktype = 'advisory' AND classid = ${ADVISORY.workers} AND objsubid = 2 AND granted
  AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** SQL that is true for a row `jobs` of the queue that waits for a worker, or that a living worker has in work. */
export const JOB_IS_LIVE = `CASE WHEN jobs.locked_by IS NULL THEN jobs.attempts < jobs.max_attempts
  ELSE ${workerLives('jobs.locked_by')} END`;
