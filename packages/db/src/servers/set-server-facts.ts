import { SERVER_FACTS } from '@basecase/contract/words';
import type { PoolClient } from 'pg';
import { toReason } from '../corrections/apply-correction';
import type { Database } from '../database';
import { noteShared } from '../epochs/changes';
import { ConflictError } from '../errors';
import { inImport } from '../import/import-transaction';
import { parseShortId } from '../queries/parse-id';
import { getRow, listRows } from '../rows';
import type { ServerFact, ServerFactValues } from '../types/server-page';
import { getServerId } from './get-server';
import { refreshServers } from './refresh-servers';
import { FACT_COLUMNS, toFactText } from './server-facts';

export interface FactsToSet {
  /** Only named facts change; null removes the given value. */
  facts: ServerFactValues;
  /** Name of a token, or `local`. */
  by: string;
  /** Kept in the history; missing: not said. */
  reason?: string | undefined;
  /**
   * Id of the newest change that was seen when it was decided, `0` for none; missing: later changes are overwritten.
   */
  seen?: string | undefined;
}

/**
 * Sets facts of a server. Read values are kept, and count again when the given ones are removed. A value already in
 * force is not stored, unless it was only read until now.
 *
 * @param slug of the server, or another name of it
 * @throws NotFoundError, SettingError, ConflictError when one of these facts was changed after `seen`
 */
export async function setServerFacts(database: Database, slug: string, change: FactsToSet): Promise<void> {
  await inImport(database, async (client) => {
    const id = await getServerId(client, slug);
    await sayFacts(client, id, change);
    await refreshServers(client, [id]);
  });
}

/**
 * Writes given facts of a server, in a transaction of the caller, who holds the import lock and refreshes it.
 *
 * @throws SettingError, ConflictError
 */
export async function sayFacts(
  client: PoolClient,
  id: number,
  { facts, by, reason, seen }: FactsToSet,
): Promise<void> {
  const given = SERVER_FACTS.flatMap((fact) =>
    facts[fact] === undefined ? [] : [{ fact, value: toFactText(fact, facts[fact]) }],
  );
  const why = reason === undefined ? null : toReason(reason);
  const said = await newestOf(client, id);
  for (const { fact, value } of given) {
    const last = said.get(fact);
    if ((last?.value ?? null) === value) continue;
    if (seen !== undefined && last && last.id > Number(seen)) {
      throw new ConflictError(
        'EDITED_MEANWHILE',
        `${last.by} changed "${fact}" meanwhile, to ${last.value ?? 'what was read'}. Load the server again.`,
      );
    }
    await say(client, { id, fact, value, by, reason: why });
  }
}

/**
 * Undoes the newest change of a fact: the previous value is in force again.
 *
 * @throws NotFoundError, ConflictError when a later change exists
 */
export async function undoServerFact(
  database: Database,
  slug: string,
  { change, by }: { change: string; by: string },
): Promise<void> {
  const changeId = parseShortId(change, 'change of a server');
  await inImport(database, async (client) => {
    const id = await getServerId(client, slug);
    const found = await getRow<{ fact: ServerFact; earlier: string | null; isNewest: boolean }>(
      client,
      `SELECT fact,
         (SELECT value FROM server_fact_changes AS other WHERE other.server_id = own.server_id
          AND other.fact = own.fact AND other.id < own.id ORDER BY id DESC LIMIT 1) AS earlier,
         NOT EXISTS (SELECT FROM server_fact_changes AS other WHERE other.server_id = own.server_id
          AND other.fact = own.fact AND other.id > own.id) AS "isNewest"
       FROM server_fact_changes AS own WHERE server_id = $1 AND id = $2`,
      [id, changeId],
      `No change ${change} of server "${slug}".`,
    );
    if (!found.isNewest) {
      throw new ConflictError(
        'EDITED_MEANWHILE',
        `"${found.fact}" of ${slug} was changed again since. Undo that first.`,
      );
    }
    await say(client, { id, fact: found.fact, value: found.earlier, by, reason: null });
    await refreshServers(client, [id]);
  });
}

/** The last given value of each fact of a server. */
async function newestOf(client: PoolClient, serverId: number) {
  const rows = await listRows<{ fact: ServerFact; id: number; value: string | null; by: string }>(
    client,
    `SELECT DISTINCT ON (fact) fact, id, value, by FROM server_fact_changes WHERE server_id = $1
     ORDER BY fact, id DESC`,
    [serverId],
  );
  return new Map(rows.map(({ fact, ...row }) => [fact, row]));
}

interface Saying {
  id: number;
  fact: ServerFact;
  value: string | null;
  by: string;
  reason: string | null;
}

async function say(client: PoolClient, { id, fact, value, by, reason }: Saying): Promise<void> {
  const column = FACT_COLUMNS[fact];
  await client.query(
    `INSERT INTO server_fact_changes (server_id, fact, value, before, by, reason)
     SELECT id, $2, $3, ${column}::text, $4, $5 FROM servers WHERE id = $1`,
    [id, fact, value, by, reason],
  );
  noteShared(client);
}
