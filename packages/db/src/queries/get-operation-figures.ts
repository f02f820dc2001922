import type { Database } from '../database';

/** Figures for operators of this server. */
export interface OperationFigures {
  /** Uploads by state: `queued`, `reading`, … */
  uploads: Readonly<Record<string, number>>;
  jobs: {
    /** Due, and not yet taken by a worker. */
    waiting: number;
    inWork: number;
    /** Tried for the last time. */
    failed: number;
    /** Seconds since the one that waits longest was due; null when none waits. */
    oldestSeconds: number | null;
  };
  /** Messages of webhooks by state; `failed` ones were tried for the last time. */
  deliveries: Readonly<Record<string, number>>;
  migrations: {
    applied: number;
    /** Name of the newest; null in an empty database. */
    newest: string | null;
  };
}

const COUNTS = `
SELECT 'upload' AS what, state::text, count(*)::int FROM uploads GROUP BY state
UNION ALL
SELECT 'delivery', state::text, count(*)::int FROM webhook_deliveries GROUP BY state`;

const MIGRATIONS = `
SELECT count(*)::int AS applied, max(migration_name) AS newest FROM _prisma_migrations
WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

const JOBS = `
SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::int AS waiting,
  count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS "inWork",
  count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed,
  extract(epoch FROM now() - min(run_at) FILTER (
    WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()))::float8 AS "oldestSeconds"
FROM graphile_worker.jobs`;

/** The queue is created with the first job. */
const HAS_QUEUE = `SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS "hasQueue"`;

/**
 * Counts what waits, works and failed.
 *
 * @throws Error from the driver when the database does not answer
 */
export async function getOperationFigures({ pool }: Database): Promise<OperationFigures> {
  const counts = await pool.query<{ what: 'upload' | 'delivery'; state: string; count: number }>(COUNTS);
  const migrations = await pool.query<OperationFigures['migrations']>(MIGRATIONS);
  const queue = await pool.query<{ hasQueue: boolean }>(HAS_QUEUE);
  const jobs = queue.rows[0]?.hasQueue ? await pool.query<OperationFigures['jobs']>(JOBS) : null;
  const byState = (what: string) =>
    Object.fromEntries(counts.rows.flatMap((row) => (row.what === what ? [[row.state, row.count]] : [])));
  return {
    uploads: byState('upload'),
    deliveries: byState('delivery'),
    jobs: jobs?.rows[0] ?? { waiting: 0, inWork: 0, failed: 0, oldestSeconds: null },
    migrations: migrations.rows[0] ?? { applied: 0, newest: null },
  };
}
