import type { ClientBase, Pool } from 'pg';

/** Tables that are cut into shards, by the column that says where a row is. */
export const DISTRIBUTED: Readonly<Record<string, string>>;

/** Where each table is on a cluster: `reference` (a copy on each node), `local`, or the column that it is cut by. */
export const PLACES: Readonly<Record<string, string>>;

/** @returns what somebody should know, null for nothing */
export function distribute(
  client: Pick<Pool | ClientBase, 'query'>,
  options?: { evenFilled?: boolean },
): Promise<string | null>;
