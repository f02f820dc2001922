import { createHash } from 'node:crypto';
import type pg from 'pg';
import { IS_CLUSTER } from './cluster';
import { findValue } from './rows';

/**
 * A connection keeps the plans of so many statements: the SQL of this package is constant, some 150 texts, so more than
 * that is text that was put together for one use.
 */
const MAX_STATEMENTS = 400;

/** `kept`: a plan without values in it, from the first time on. */
export type Plans = 'prepared' | 'kept';

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
export async function prepareStatements(client: pg.ClientBase, plans: Plans): Promise<void> {
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
