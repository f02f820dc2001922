import type { Database } from '../database';
import { WORKERS } from '../jobs/worker-life';
import { listServerFlags } from '../regressions/noise/false-alarms';
import type { ServerFlags } from '../types/noise';

/** Jobs of the queue, and the workers that do them. */
export interface QueueFigures {
  jobs: {
    /** Due, and not yet taken by a worker. */
    waiting: number;
    inWork: number;
    /** Tried for the last time. */
    failed: number;
    /** Seconds since the one that waits longest was due; null when none waits. */
    oldestSeconds: number | null;
  };
  workers: {
    connected: number;
    /** Seconds for which the most silent one has not shown that it runs; null without a worker. A sound one shows it every 10 s. */
    silentSeconds: number | null;
  };
}

/** Figures for operators of this server. */
export interface OperationFigures extends QueueFigures {
  /** Uploads by state: `queued`, `reading`, … */
  uploads: Readonly<Record<string, number>>;
  /** Messages of webhooks by state; `failed` ones were tried for the last time. */
  deliveries: Readonly<Record<string, number>>;
  /** Sums over all servers, see `ServerFlags`; `random`: servers whose flags look random. */
  flags: Record<'slower' | 'faster' | 'followed' | 'rotated' | 'noise' | 'random', number>;
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
 * Looks at the queue and its workers.
 *
 * @throws Error from the driver when the database does not answer
 */
export async function getQueueFigures({ pool }: Pick<Database, 'pool'>): Promise<QueueFigures> {
  const queue = await pool.query<{ hasQueue: boolean }>(HAS_QUEUE);
  const jobs = queue.rows[0]?.hasQueue ? await pool.query<QueueFigures['jobs']>(JOBS) : null;
  const workers = await pool.query<QueueFigures['workers']>(WORKERS);
  return {
    jobs: jobs?.rows[0] ?? { waiting: 0, inWork: 0, failed: 0, oldestSeconds: null },
    workers: workers.rows[0] ?? { connected: 0, silentSeconds: null },
  };
}

/**
 * Counts what waits, works and failed.
 *
 * @throws Error from the driver when the database does not answer
 */
export async function getOperationFigures({ pool }: Database): Promise<OperationFigures> {
  const counts = await pool.query<{ what: 'upload' | 'delivery'; state: string; count: number }>(COUNTS);
  const migrations = await pool.query<OperationFigures['migrations']>(MIGRATIONS);
  const byState = (what: string) =>
    Object.fromEntries(counts.rows.flatMap((row) => (row.what === what ? [[row.state, row.count]] : [])));
  return {
    ...(await getQueueFigures({ pool })),
    uploads: byState('upload'),
    deliveries: byState('delivery'),
    flags: sumFlags(await listServerFlags({ pool })),
    migrations: migrations.rows[0] ?? { applied: 0, newest: null },
  };
}

function sumFlags(servers: readonly ServerFlags[]): OperationFigures['flags'] {
  const sums = { slower: 0, faster: 0, followed: 0, rotated: 0, noise: 0, random: 0 };
  for (const server of servers) {
    for (const name of ['slower', 'faster', 'followed', 'rotated', 'noise'] as const)
      sums[name] += server[name];
    if (server.warning !== null) sums.random += 1;
  }
  return sums;
}
