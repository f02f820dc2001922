import type { PoolClient } from 'pg';
import { findServerId } from '../import/dimensions';
import type { RunChanges } from '../types/corrections';

/** Names as they are known here: `mysql` is the product MySQL, `PN53` the server pn53. New ones stay as they are typed. */
export async function withKnownNames(client: PoolClient, changes: RunChanges): Promise<RunChanges> {
  const { server, product } = changes;
  return {
    ...changes,
    ...(server !== undefined && { server: (await serverName(client, server)) ?? server }),
    ...(product !== undefined && {
      product:
        (await nameOf(client, 'SELECT name FROM products WHERE name = $1', product)) ??
        (await nameOf(
          client,
          'SELECT name FROM products WHERE lower(name) = lower($1) ORDER BY id',
          product,
        )) ??
        product,
    }),
  };
}

async function serverName(client: PoolClient, name: string): Promise<string | null> {
  const id = await findServerId(client, name);
  return id === null ? null : nameOf(client, 'SELECT name FROM servers WHERE id = $1::int', String(id));
}

async function nameOf(client: PoolClient, sql: string, name: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(sql, [name]);
  return rows[0]?.name ?? null;
}
