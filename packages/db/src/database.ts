import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { IS_CLUSTER } from './cluster';
import { PrismaClient } from './generated/client';
import { findValue } from './rows';

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
 * the first, every time would be off by the server's offset. The second is for Citus alone, and nothing to any other
 * server:
 * a transaction may write both tables that are copied to all nodes and shards that point to them, which it refuses to
 * do in parallel.
 *
 * Statements, and not options of the connection: poolers refuse those, or leave them out.
 */
const SET_SESSION = "SET TimeZone = 'UTC'; SET citus.multi_shard_modify_mode = 'sequential'";

/**
 * How soon the server notices that this process is gone while it waits for a lock or computes for it. Without this it
 * notices when it has an answer to send, and holds what the process had locked until then.
 */
const CHECK_CLIENT = "SET client_connection_check_interval = '500ms'";

/**
 * OIDs of bigint and of its arrays: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
 */
const INT8 = 20;
const INT8_ARRAY = 1016;

/**
 * Ids are 64 bit in the database and numbers here, which are exact to 2^53: at a million rows a second, for 285 years.
 * An inexact id is an error, never another number.
 */
function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`Expected an integer of at most 2^53 from the database, found ${text}.`);
}

/** How columns of the pool are read: as always, but for bigint. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && oid === INT8) return toNumber;
    const usual = pg.types.getTypeParser(oid, format);
    if (format !== 'binary' && oid === INT8_ARRAY) {
      return (text: string) =>
        (usual(text) as (string | null)[]).map((each) => (each === null ? null : toNumber(each)));
    }
    return usual;
  },
};

export interface DatabaseOptions {
  /** Of the pool. Default 10. */
  maxConnections?: number;
  /** True for a process that may be killed at any moment: the server looks whether it is still there. Default false. */
  isMortal?: boolean;
  /**
   * For a process that sends the same statements over and over: each connection prepares them, and PostgreSQL decides
   * from their values when it keeps a plan, or keeps one from the start. `kept` is for statements that find rows by
   * their keys: planning them takes longer than running them, and no value wants another plan. Default, and always on a
   * cluster: nothing is prepared.
   */
  plans?: Plans;
}

/**
 * Opens a database. Connects at the first query, not here.
 *
 * @param url `postgresql://user:password@host:port/name`
 */
export function openDatabase(
  url: string,
  { maxConnections = 10, isMortal = false, plans }: DatabaseOptions = {},
): Database {
  const onConnect = async (client: pg.ClientBase) => {
    await client.query(SET_SESSION);
    // A server whose system cannot look refuses the setting, and notices later.
    if (isMortal) await client.query(CHECK_CLIENT).catch(() => {});
    if (plans) await prepareStatements(client, plans);
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types: TYPES,
    onConnect,
  });
  // Without a listener, a server that closes an idle connection would end this process. The pool drops such a
  // connection by itself, and the next query reports a server that stays away.
  pool.on('error', () => {});
  // The same for one that is in use and has no query under way, in the middle of a transaction: the pool does not
  // listen then, and the next query reports the loss.
  pool.on('connect', (client) => client.on('error', () => {}));
  let prisma: PrismaClient | null = null;
  const untilClosed = followConnections(pool);
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
      await untilClosed();
    },
  };
}

/** A server that does not even close a connection is not waited for longer. */
const CLOSE_MS = 2000;

/**
 * The end of a pool comes before that of its connections. Who then stops the server, would have it end them itself,
 * which is an error for those who listen to them.
 *
 * @returns waits until all connections that the pool had are closed
 */
function followConnections(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.ClientBase>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return async () => {
    const signal = AbortSignal.timeout(CLOSE_MS);
    while (open.size > 0 && !signal.aborted) await once(pool, 'remove', { signal }).catch(() => {});
  };
}

/**
 * Runs `work` in one transaction on one connection: all of it is stored, or nothing.
 * Whatever `work` throws is thrown on after the rollback.
 */
export async function inTransaction<T>(
  database: Pick<Database, 'pool'>,
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

/**
 * A connection keeps the plans of so many statements: the SQL of this package is constant, some 150 texts, so more than
 * that is text that was put together for one use.
 */
const MAX_STATEMENTS = 400;

/** `kept`: a plan without values in it, from the first time on. */
type Plans = 'prepared' | 'kept';

/** https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-PLAN-CACHE-MODE */
const KEEP_PLANS = 'SET plan_cache_mode = force_generic_plan';

type Query = (...query: unknown[]) => unknown;

/**
 * Lets a connection prepare each statement with values at its first use: PostgreSQL reads and plans it once, and not
 * for each upload. It decides by itself when the values of a statement need a separate plan.
 *
 * Statements without values, with a name, and those that are not text (COPY, cursors) are sent unchanged; on a
 * cluster of Citus all are: it plans by the values, which determine the nodes of the rows.
 */
async function prepareStatements(client: pg.ClientBase, plans: Plans): Promise<void> {
  if ((await findValue<boolean>(client, `SELECT ${IS_CLUSTER} AS "isCluster"`)) !== false) return;
  if (plans === 'kept') await client.query(KEEP_PLANS);
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
    const name = `s-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
  const send = client.query.bind(client) as Query;
  const query: Query = (text, values, ...rest) => {
    const name = typeof text === 'string' && hasValues(values) ? nameOf(text) : undefined;
    return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
  };
  client.query = query as typeof client.query;
}

/** Without them a text may be several statements, which can't be prepared. */
function hasValues(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0;
}
