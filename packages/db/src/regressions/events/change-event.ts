import { compareVersions } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { Database } from '../../database';
import { inChange, noteShared, noteShown } from '../../epochs/changes';
import { SettingError } from '../../errors';
import { canonicalJson } from '../../permalinks/canonical-json';
import { parseShortId } from '../../queries/parse-id';
import { arraysOf, getRow, getValue, listRows } from '../../rows';
import { findServer } from '../../servers/find-server';
import type { EventChangeFields, EventChangeReport } from '../../types/events';
import type { RegressionState, TriageChange } from '../../types/regressions';
import { checkBugUrl, EVENTS, editedMeanwhile } from '../triage';
import { addEvents } from '../write-record';
import { type EventName, type GroupedEvent, namedEvent } from './group-events';
import { readEvents, versionOf } from './list-events';

/** In the history, for what new runs ended. */
const BY_JOB = 'job';

/** An event as its editor saw it. */
export interface SeenEvent {
  slug: string;
  /** `EventView.version` */
  version: string;
}

interface Values {
  state: RegressionState;
  owner: string | null;
  bugUrl: string | null;
  fixedIn: string | null;
}

interface LockedRecord extends Values {
  id: number;
  heatmapId: number;
  serverId: number;
  workloadId: number;
  triageVersion: number;
}

/** What a change keeps of a record, for undo. */
interface WrittenRecord {
  id: number;
  heatmapId: number;
  /** Version that the change gave it. */
  version: number;
  before: Partial<Values>;
}

/**
 * Changes state, owner, bug link, fix or muting of events, or until which version they are known (which is reported as
 * their fix, too): of each event all of its records or none, all events in one
 * transaction, with a line in every history. Events that changed since they were seen are left alone and named.
 *
 * @throws NotFoundError for an unknown event; nothing is written then
 * @throws SettingError for a link that is none, and to know an event until a version that was measured and still has it
 */
export async function changeEvents(
  database: Database,
  seen: readonly SeenEvent[],
  { change, by }: { change: Omit<EventChangeFields, 'split'>; by: string },
): Promise<EventChangeReport> {
  checkBugUrl(change.bugUrl);
  const { knownUntil } = change;
  const values = knownUntil ? { ...change, fixedIn: knownUntil } : change;
  const { grouped } = await readEvents(database);
  const events = seen.map(({ slug, version }) => ({ version, event: namedEvent(grouped, slug) }));
  if (knownUntil && events.some(({ event }) => hasReached(event, knownUntil)))
    throw new SettingError(`${knownUntil} or a later version was measured, and is not fixed.`);
  return inChange(database, async (client) => {
    const report: EventChangeReport = { changes: [], conflicts: [] };
    for (const { event, version } of events.toSorted((a, b) => (a.event.key < b.event.key ? -1 : 1))) {
      const records = await lockRecords(client, event.records);
      if (version !== versionOf({ records, muted: event.muted })) {
        report.conflicts.push(event.slug);
        continue;
      }
      const written = await writeRecords(
        client,
        records.map((record) => ({ record, values })),
        by,
      );
      const effective = effectOf(change, written, event);
      // The form sends all its fields: those with their old value are not changes.
      if (Object.keys(effective).length === 0) continue;
      if (change.muted !== undefined || knownUntil !== undefined) noteShared(client);
      report.changes.push(await addChange(client, event, { change: effective, by, written }));
    }
    return report;
  });
}

/** True where a release from a version on still has a test of the event. */
function hasReached({ line, records }: GroupedEvent, version: string): boolean {
  return (
    line === null &&
    records.some(({ fixedSeen, lastSeen }) => fixedSeen === null && compareVersions(lastSeen, version) >= 0)
  );
}

/** The fields of a change that the event or some record had otherwise, and muting. */
function effectOf(
  change: Omit<EventChangeFields, 'split'>,
  written: readonly WrittenRecord[],
  event: GroupedEvent,
): Omit<EventChangeFields, 'split'> {
  const isChanged = (name: string) =>
    name === 'muted' ||
    (name === 'knownUntil' && change.knownUntil !== event.knownUntil) ||
    written.some(({ before }) => name in before);
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => value !== undefined && isChanged(name)),
  );
}

/**
 * Splits a server off into a separate event.
 *
 * @returns the id of the change, for undo
 * @throws NotFoundError for an unknown event
 * @throws SettingError for a server that the event is not on, and for the only one
 * @throws ConflictError when the event changed since it was seen
 */
export async function splitEvent(
  database: Database,
  { slug, version }: SeenEvent,
  { server, by }: { server: string; by: string },
): Promise<string> {
  const [{ grouped }, serverId] = await Promise.all([readEvents(database), findServer(database, server)]);
  const event = namedEvent(grouped, slug);
  const servers = new Set(event.places.map((place) => place.serverId));
  if (!servers.has(serverId)) throw new SettingError(`"${server}" is not a server of this event.`);
  if (servers.size === 1) throw new SettingError('The event is on one server only: nothing to split off.');
  return inChange(database, async (client) => {
    const records = await lockRecords(client, event.records);
    if (version !== versionOf({ records, muted: event.muted })) throw editedMeanwhile();
    noteShared(client);
    return addChange(client, { ...event, serverId }, { change: { split: true }, by, written: [] });
  });
}

/**
 * Takes a change back: records that were not changed since get their previous values, muting and splitting end. It stays
 * in the history.
 *
 * @returns how many records were changed since, and stayed as they are
 * @throws NotFoundError when it is not there, or was taken back before
 */
export async function undoEventChange(
  database: Database,
  { id, by }: { id: string; by: string },
): Promise<{ kept: number }> {
  return inChange(database, async (client) => {
    const { records: written } = await getRow<{ records: WrittenRecord[] }>(
      client,
      `UPDATE event_changes SET undone_by = $2, undone_at = now() WHERE id = $1 AND undone_at IS NULL RETURNING records`,
      [parseShortId(id, 'change'), by],
      `No change ${id}.`,
    );
    const byId = new Map(written.map((record) => [record.id, record]));
    const records = await lockRecords(client, written);
    const unchanged = records.flatMap((record) => {
      const own = byId.get(record.id);
      return own?.version === record.triageVersion ? [{ record, values: own.before }] : [];
    });
    await writeRecords(client, unchanged, by);
    noteShared(client);
    return { kept: written.length - unchanged.length };
  });
}

const LOCK = `
SELECT id, heatmap_id AS "heatmapId", server_id AS "serverId", workload_id AS "workloadId", state, owner,
  bug_url AS "bugUrl", fixed_in AS "fixedIn", triage_version AS "triageVersion"
FROM regressions WHERE heatmap_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE`;

/** One statement for each heatmap, in one order for everybody: a cluster locks rows of one. */
async function lockRecords(
  client: PoolClient,
  asked: readonly { id: number; heatmapId: number }[],
): Promise<LockedRecord[]> {
  const ids = new Map<number, number[]>();
  for (const { id, heatmapId } of asked) ids.set(heatmapId, [...(ids.get(heatmapId) ?? []), id]);
  const records: LockedRecord[] = [];
  for (const [heatmapId, own] of [...ids].sort(([a], [b]) => a - b))
    records.push(...(await listRows<LockedRecord>(client, LOCK, [heatmapId, own])));
  return records;
}

const WRITE = `
UPDATE regressions SET state = news.state::regression_state, owner = news.owner, bug_url = news.bug_url,
  fixed_in = news.fixed_in, triage_version = news.version,
  state_before_fix = CASE WHEN regressions.state::text = news.state THEN state_before_fix END
FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
  AS news (heatmap_id, id, state, owner, bug_url, fixed_in, version)
WHERE regressions.heatmap_id = news.heatmap_id AND regressions.id = news.id`;

/** Writes values into locked records, with a line in the history of each field. @returns those that changed */
async function writeRecords(
  client: PoolClient,
  rows: readonly { record: LockedRecord; values: TriageChange }[],
  by: string,
): Promise<WrittenRecord[]> {
  const changed = rows.flatMap(({ record, values }) => {
    const { state, owner, bugUrl, fixedIn } = { ...record, ...definedOf(values) };
    const next = { ...record, state, owner, bugUrl, fixedIn, triageVersion: record.triageVersion + 1 };
    const fields = EVENTS.filter(([field]) => next[field] !== record[field]);
    return fields.length === 0 ? [] : [{ record, next, fields }];
  });
  const nexts = changed.map(({ next }) => next);
  await client.query(
    WRITE,
    arraysOf(nexts, 'heatmapId', 'id', 'state', 'owner', 'bugUrl', 'fixedIn', 'triageVersion'),
  );
  noteShown(client, nexts);
  await addEvents(
    client,
    changed.flatMap(({ record, next, fields }) =>
      fields.map(([field, kind]) => ({
        heatmapId: record.heatmapId,
        regressionId: record.id,
        kind,
        by,
        detail: { from: record[field], to: next[field], version: next.triageVersion },
      })),
    ),
  );
  return changed.map(({ record: { id, heatmapId, ...before }, next, fields }) => ({
    id,
    heatmapId,
    version: next.triageVersion,
    before: Object.fromEntries(fields.map(([field]) => [field, before[field]])),
  }));
}

/** Without the fields that were left out. */
function definedOf(values: TriageChange): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Ends that an event is known, as the version that should fix it was measured and does not. */
export async function endKnown(client: PoolClient, name: EventName): Promise<void> {
  noteShared(client);
  await addChange(client, name, { change: { knownUntil: null }, by: BY_JOB, written: [] });
}

async function addChange(
  client: PoolClient,
  name: EventName,
  { change, by, written }: { change: EventChangeFields; by: string; written: readonly WrittenRecord[] },
): Promise<string> {
  const { kind, product, firstBad, serverId } = name;
  const id = await getValue<number>(
    client,
    `INSERT INTO event_changes (kind, product_id, first_bad, server_id, change, records, by)
     SELECT $1, id, $3, $4, $5, $6, $7 FROM products WHERE name = $2 RETURNING id`,
    [kind, product, firstBad, serverId, canonicalJson(change), canonicalJson(written), by],
  );
  return String(id);
}
