import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange, noteShown } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { ConflictError, SettingError } from '../errors';
import type { RegressionEventKind } from '../types/regression-page';
import type { RegressionState, TriageChange } from '../types/regressions';
import { getRecordRow } from './stored-record';
import { addEvents } from './write-record';

/** Longer notes are refused: they are read on a page, and each state of them is one row. */
export const MAX_NOTES = 50_000;

interface Locked extends HeatmapKey {
  id: number;
  heatmapId: number;
  state: RegressionState;
  owner: string | null;
  bugUrl: string | null;
  fixedIn: string | null;
  triageVersion: number;
  notes: string;
  notesVersion: number;
}

/** Nobody else changes the record until the end of the transaction. */
const LOCK = `
SELECT id, heatmap_id AS "heatmapId", state, owner, bug_url AS "bugUrl", fixed_in AS "fixedIn", triage_version AS "triageVersion", notes,
  notes_version AS "notesVersion", server_id AS "serverId", workload_id AS "workloadId"
FROM regressions WHERE heatmap_id = $1 AND slug = $2 FOR UPDATE`;

export interface Edit {
  slug: string;
  /** The version that was seen. */
  version: number;
  /** Name of a token, or `local`. */
  by: string;
}

/**
 * Changes state, owner, bug link or the version marked as fixed.
 *
 * @returns the new version
 * @throws ConflictError when another user, or new data, changed the record since, or the same field was changed;
 * nothing
 *   is written then
 * @throws NotFoundError, SettingError for a link that is none
 */
export async function triageRegression(
  database: Database,
  edit: Edit,
  change: TriageChange,
): Promise<number> {
  checkBugUrl(change.bugUrl);
  return inChange(database, async (client) => {
    const record = await getRecordRow<Locked>(client, LOCK, edit.slug);
    if (!(await mayChange(client, record, { ...edit, change }))) throw editedMeanwhile();
    return write(client, record, { change, by: edit.by });
  });
}

/**
 * True when nothing changed since the version that was seen, or only other fields did, all by the same user:
 * confirming a record and then saving its owner, before the page has reloaded, is not a conflict.
 */
async function mayChange(
  client: PoolClient,
  record: Locked,
  { version, by, change }: { version: number; by: string; change: TriageChange },
): Promise<boolean> {
  if (record.triageVersion === version) return true;
  const { rows } = await client.query<{ kind: RegressionEventKind; by: string; version: number }>(
    `SELECT kind, by, (detail->>'version')::int AS version FROM regression_events
     WHERE heatmap_id = $3 AND regression_id = $1 AND (detail->>'version')::int > $2`,
    [record.id, version, record.heatmapId],
  );
  // Of what new data or an older release of this program changed, no event has a version.
  const isKnown = new Set(rows.map((row) => row.version)).size === record.triageVersion - version;
  const own = EVENTS.flatMap(([field, kind]) => (change[field] === undefined ? [] : [kind]));
  return isKnown && rows.every((row) => row.by === by && !own.some((kind) => kind === row.kind));
}

/**
 * Writes the notes of a record, Markdown as it was typed.
 *
 * @returns the new version
 * @throws ConflictError when another user wrote since: their text is not lost
 * @throws NotFoundError, SettingError
 */
export async function saveNotes(database: Database, edit: Edit, notes: string): Promise<number> {
  if (notes.length > MAX_NOTES) {
    throw new SettingError(`Notes can hold at most ${MAX_NOTES} characters; these have ${notes.length}.`);
  }
  return inChange(database, async (client) => {
    const record = await getRecordRow<Locked>(client, LOCK, edit.slug);
    if (record.notesVersion !== edit.version) throw editedMeanwhile();
    // PostgreSQL's text has no place for NUL.
    const text = notes.replaceAll('\0', '');
    if (text === record.notes) return record.notesVersion;
    await client.query(
      'UPDATE regressions SET notes = $2, notes_version = notes_version + 1 WHERE heatmap_id = $3 AND id = $1',
      [record.id, text, record.heatmapId],
    );
    noteShown(client, [record]);
    const { heatmapId, id: regressionId } = record;
    await addEvents(client, [{ heatmapId, regressionId, kind: 'notes edited', by: edit.by }]);
    return record.notesVersion + 1;
  });
}

/** Nothing was saved: what was seen is not what is stored. */
export function editedMeanwhile(): ConflictError {
  return new ConflictError(
    'EDITED_MEANWHILE',
    'Someone else changed this in the meantime. Nothing was saved: check the current values, then send yours again.',
  );
}

/** @throws SettingError for a link that is not one of the web */
export function checkBugUrl(url: string | null | undefined): void {
  if (url === null || url === undefined) return;
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb || !/^https?:\/\//i.test(url))
    throw new SettingError('A link to a bug must begin with http:// or https://.');
}

/** Fields that people set, each with what the history calls its change. */
export const EVENTS = [
  ['state', 'state changed'],
  ['owner', 'owner changed'],
  ['bugUrl', 'bug changed'],
  ['fixedIn', 'fix claimed'],
] as const satisfies readonly (readonly [keyof TriageChange, RegressionEventKind])[];

async function write(
  client: PoolClient,
  record: Locked,
  { change, by }: { change: TriageChange; by: string },
): Promise<number> {
  const next = { ...record };
  if (change.state !== undefined) next.state = change.state;
  if (change.owner !== undefined) next.owner = change.owner;
  if (change.bugUrl !== undefined) next.bugUrl = change.bugUrl;
  if (change.fixedIn !== undefined) next.fixedIn = change.fixedIn;
  const changed = EVENTS.filter(([field]) => next[field] !== record[field]);
  if (changed.length === 0) return record.triageVersion;
  const version = record.triageVersion + 1;
  noteShown(client, [record]);
  // A state that people choose is not taken back when data change their mind about a fix.
  const isStateChosen = next.state !== record.state;
  await client.query(
    `UPDATE regressions SET state = $2, owner = $3, bug_url = $4, fixed_in = $5, triage_version = $7,
       state_before_fix = CASE WHEN $6 THEN NULL ELSE state_before_fix END
     WHERE heatmap_id = $8 AND id = $1`,
    [record.id, next.state, next.owner, next.bugUrl, next.fixedIn, isStateChosen, version, record.heatmapId],
  );
  await addEvents(
    client,
    changed.map(([field, kind]) => ({
      heatmapId: record.heatmapId,
      regressionId: record.id,
      kind,
      by,
      detail: { from: record[field], to: next[field], version },
    })),
  );
  return version;
}
