import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client';

/**
 * One PostgreSQL database: a pool of connections, and Prisma on top of the same pool.
 *
 * Ordinary reads and writes go through `prisma`. Bulk loading (COPY) and the queries of the heatmap go through
 * `pool`, where the SQL is written by hand and its plan is tested.
 */
export interface Database {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Made at first use: a process that only compares files or loads data never pays for it. */
  readonly prisma: PrismaClient;
  close(): Promise<void>;
}

/**
 * Prisma's adapter takes times as they are printed for UTC, while a server prints them in its own time zone: without
 * this, every time would be off by the server's offset.
 */
const SESSION_OPTIONS = '-c TimeZone=UTC';

/**
 * Opens a database. Connects at the first query, not here.
 *
 * @param url `postgresql://user:password@host:port/name`
 * @param maxConnections of the pool; pg's default of 10 when left out
 */
export function openDatabase(url: string, maxConnections = 10): Database {
  const pool = new pg.Pool({ connectionString: url, max: maxConnections, options: SESSION_OPTIONS });
  // Without a listener, a server that closes an idle connection would end this process. The pool drops such a
  // connection by itself, and the next query reports a server that stays away.
  pool.on('error', () => {});
  let prisma: PrismaClient | null = null;
  return {
    url,
    pool,
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool) });
      return prisma;
    },
    async close() {
      await prisma?.$disconnect();
      await pool.end();
    },
  };
}

/**
 * Runs `work` in one transaction on one connection: all of it is stored, or nothing.
 * Whatever `work` throws is thrown on after the rollback.
 */
export async function inTransaction<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      // The connection itself is gone: the server rolls back, and the pool must not reuse it.
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
