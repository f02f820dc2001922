import type { Database } from '../../database';
import { byAndAt, iso } from '../../queries/build-sql';
import { listRows, type Queries } from '../../rows';
import type { EventChangeEntry, EventChangeFields } from '../../types/events';
import { type EventDecisions, type EventName, eventKey } from './group-events';

/** Events that were muted or are known, and servers that were split off, as they are now. */
export async function readEventDecisions(client: Queries): Promise<EventDecisions> {
  const rows = await listRows<EventName & { change: EventChangeFields }>(
    client,
    `SELECT kind, products.name AS product, first_bad AS "firstBad", server_id AS "serverId", change
     FROM event_changes JOIN products ON products.id = product_id
     WHERE undone_at IS NULL AND change ?| ARRAY['split', 'muted', 'knownUntil'] ORDER BY event_changes.id`,
  );
  const muted = new Set<string>();
  const split = new Set<string>();
  const known = new Map<string, string>();
  for (const { change, ...name } of rows) {
    const key = eventKey(name);
    if (change.split) split.add(key);
    if (change.muted === true) muted.add(key);
    if (change.muted === false) muted.delete(key);
    if (change.knownUntil) known.set(key, change.knownUntil);
    if (change.knownUntil === null) known.delete(key);
  }
  return { muted, split, known };
}

/** What users changed of an event, the newest first; a split is in the history of both parts. */
export async function listEventChanges(
  { pool }: Pick<Database, 'pool'>,
  { kind, product, firstBad, serverId }: EventName,
): Promise<EventChangeEntry[]> {
  return listRows<EventChangeEntry>(
    pool,
    `SELECT event_changes.id::text AS id, change, servers.name AS server, jsonb_array_length(records) AS records, by,
       ${iso('event_changes.created_at')} AS at, ${byAndAt('undone')} AS undone
     FROM event_changes JOIN products ON products.id = product_id LEFT JOIN servers ON servers.id = server_id
     WHERE kind = $1 AND products.name = $2 AND first_bad = $3
       AND (server_id IS NOT DISTINCT FROM $4 OR change ? 'split')
     ORDER BY event_changes.id DESC`,
    [kind, product, firstBad, serverId],
  );
}
