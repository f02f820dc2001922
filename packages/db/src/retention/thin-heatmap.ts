import { findBreaks } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import { heatmapIdsOf } from '../epochs/heatmap-ids';
import { type HeatmapKey, keyText } from '../epochs/heatmap-key';
import { evaluateHeatmap } from '../regressions/recompute/evaluate-heatmap';
import { listSiblings } from '../regressions/recompute/sibling-tables';
import { listRows, type Queries } from '../rows';
import { chooseNights, type Fate, type NightToChoose } from './choose-nights';
import { type DeletedNights, deleteNights, type Gone } from './delete-nights';
import {
  linesOf,
  listNights,
  listNightUploads,
  lockUploads,
  type Night,
  type NightFilter,
  type NightsOfLine,
  type NightUpload,
  type PermalinkNames,
} from './list-nights';
import type { KeptReason } from './types';

/** What went of a heatmap. */
export interface ThinnedHeatmap extends DeletedNights {
  lines: LineFates[];
  goneRuns: number[];
}

export interface ThinningQuestion {
  before: Date;
  permalinks: PermalinkNames;
  goneBefore: Gone;
}

/**
 * Thins out the nights of one heatmap and judges it again, in the transaction of the caller, who holds the import lock.
 * Where a record would be made, moved, withdrawn or judged differently, more of the nights around its change stay; if
 * that does not help either, all stay. What is known stays known.
 */
export async function thinHeatmap(
  client: PoolClient,
  heatmap: HeatmapKey,
  { before, permalinks, goneBefore }: ThinningQuestion,
): Promise<ThinnedHeatmap> {
  const held = await listNights(client, { heatmap });
  await lockUploads(client, [...new Set(held.flatMap(({ uploads }) => uploads))]);
  // Changes by a recent upload must not count as effects of thinning.
  await evaluateHeatmap(client, heatmap);
  const place = { serverId: heatmap.serverId, workloadIds: await listSiblings(client, heatmap) };
  const records = await readRecordStates(client, place);
  const marked = await readMarkedNights(client, permalinks, { heatmap });
  const wider = new Map<number | string, number>();
  for (const reach of [...REACHES.slice(1), null]) {
    const lines = nightFates(marked, before, wider);
    const runs = lines.flatMap(runsThatGo);
    if (runs.length === 0) return { lines, goneRuns: [], ...NOTHING };
    await client.query('SAVEPOINT before_thinning');
    const deleted = await deleteNights(client, runs, goneBefore);
    await evaluateHeatmap(client, heatmap, { always: true });
    const changed = changedPlaces(records, await readRecordStates(client, place));
    if (changed.length === 0) return { lines, goneRuns: runs, ...deleted };
    await client.query('ROLLBACK TO SAVEPOINT before_thinning');
    if (reach !== null) for (const night of changed) wider.set(night, reach);
  }
  return { lines: nightFates(marked, before, wider).map(heldBack), goneRuns: [], ...NOTHING };
}

const NOTHING: DeletedNights = { runs: 0, measurements: 0, uploads: [], freed: [] };

function runsThatGo({ nights, fates }: LineFates): number[] {
  return nights.flatMap(({ runs }, index) => (fates[index] === 'goes' ? runs : []));
}

function heldBack(line: LineFates): LineFates {
  return { ...line, fates: line.fates.map((fate) => (fate === 'goes' ? 'held back' : fate)) };
}

/** Parts of a record that thinning must not change: its numbers follow the remaining nights. */
interface RecordState {
  id: number;
  said: string;
  /** Where its levels begin: variant of the first bad night, name of the night that is back. */
  firstBadId: number;
  fixedSeen: string | null;
}

const STATES = `
SELECT id, first_bad_id AS "firstBadId", fixed_seen AS "fixedSeen",
  json_build_array(kind, first_bad_id, last_good_id, fixed_seen, verdict, state, withdrawn_at IS NULL, merged_into_id)::text
    AS said
FROM regressions WHERE heatmap_id = ANY ($1)`;

/** Records of some workloads on a server, by id. */
async function readRecordStates(
  client: PoolClient,
  { serverId, workloadIds }: { serverId: number; workloadIds: readonly number[] },
): Promise<Map<number, RecordState>> {
  const heatmaps = await heatmapIdsOf(client, serverId, workloadIds);
  const rows = await listRows<RecordState>(client, STATES, [[...heatmaps.values()]]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Variants and names of the nights at which levels begin of records that are not what they were, or are new. */
function changedPlaces(
  before: ReadonlyMap<number, RecordState>,
  after: ReadonlyMap<number, RecordState>,
): (number | string)[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  const changed = [...ids].filter((id) => before.get(id)?.said !== after.get(id)?.said);
  return changed.flatMap((id) =>
    [before.get(id), after.get(id)].flatMap((state) => {
      if (!state) return [];
      return state.fixedSeen === null ? [state.firstBadId] : [state.firstBadId, state.fixedSeen];
    }),
  );
}

/** Nights with everything that keeps one of them. */
export type MarkedNights = Awaited<ReturnType<typeof readMarkedNights>>;

/** Reads nights and what keeps them, as they are now. */
export async function readMarkedNights(
  client: Queries,
  permalinks: PermalinkNames,
  filter: NightFilter = {},
) {
  await permalinks.refresh(client);
  const nights = await listNights(client, filter);
  const ids = [...new Set(nights.flatMap(({ uploads }) => uploads))];
  return {
    nights,
    uploads: await listNightUploads(client, ids),
    records: await readRecordMarks(client),
    permalinks,
  };
}

/** A line with what becomes of each of its nights. */
export interface LineFates extends NightsOfLine {
  fates: Fate[];
}

/**
 * Nights on each side of a change of a live record that stay. Twelve are what a series is judged by; in noise a record
 * may need more of them to say the same.
 */
const REACHES = [12, 30, 90] as const;

/** More than the least reach, for the nights of these variants and names. */
type WiderReaches = ReadonlyMap<number | string, number>;

/** What thinning does with the nights of each line. */
export function nightFates(marked: MarkedNights, before: Date, wider: WiderReaches = new Map()): LineFates[] {
  return linesOf(marked.nights).map((line) => {
    const events = eventsOf(line.nights);
    return {
      ...line,
      fates: chooseNights(
        line.nights.map((night, index) => ({
          ...toChoose(night, marked, wider),
          isEvent: events.has(index),
        })),
        before,
      ),
    };
  });
}

/** Nights that are the first ones with another fact; recorded events have their own time, which stays. */
function eventsOf(nights: readonly Night[]): Set<number> {
  const dated = nights.map(({ measuredAt, facts }) => ({ at: measuredAt.toISOString(), facts }));
  return new Set(findBreaks(dated, []).map(({ night }) => night));
}

function toChoose(
  night: Night,
  { uploads, records, permalinks }: MarkedNights,
  wider: WiderReaches,
): Omit<NightToChoose, 'isEvent'> {
  const own = night.uploads.map((id) => uploads.get(id));
  const keptFor = (): NightToChoose['keptFor'] => {
    if (own.some((upload) => !upload?.isStored)) return 'not stored';
    if (own.some((upload) => upload?.hasRelease)) return 'release';
    if (own.some((upload) => upload?.isCorrected)) return 'corrected';
    return permalinks.isNamed(night) ? 'permalink' : null;
  };
  return {
    orderedAt: night.orderedAt,
    measuredAt: night.measuredAt,
    results: night.results,
    isOfRecord: isOfRecord(records, night),
    reach: Math.max(
      isChange(records, night) ? REACHES[0] : 0,
      wider.get(night.variantId) ?? 0,
      wider.get(night.name) ?? 0,
    ),
    keptFor: keptFor(),
  };
}

/** What becomes of the raw files of an upload; null where there are none, or they are not old enough. */
export type FilesFate =
  | 'goes'
  | Extract<KeptReason, 'record' | 'permalink' | 'release' | 'not stored'>
  | null;

/** What becomes of the raw files of each upload, by id. */
export function filesFates(
  { nights, uploads, records, permalinks }: MarkedNights,
  before: Date,
): Map<number, FilesFate> {
  const fates = new Map<number, FilesFate>();
  for (const [id, upload] of uploads) fates.set(id, fateOf(upload, before));
  for (const night of nights) {
    const wanted = night.uploads.filter((id) => fates.get(id) === 'goes');
    if (wanted.length === 0) continue;
    const reason = isLiveEvidence(records, night) ? 'record' : permalinks.isNamed(night) ? 'permalink' : null;
    if (reason !== null) for (const id of wanted) fates.set(id, reason);
  }
  return fates;
}

function fateOf({ hasFiles, filesSince, isStored, hasRelease }: NightUpload, before: Date): FilesFate {
  if (!hasFiles || filesSince >= before) return null;
  if (!isStored) return 'not stored';
  return hasRelease ? 'release' : 'goes';
}

/** What records say of the nights of one heatmap. */
interface HeatmapMarks {
  /** Variants and names of nights that some record ever named. */
  named: Set<number | string>;
  /** Where a level of a live record begins: its first bad night, and the night that is back. */
  changes: Set<number | string>;
  /** First bad and last good nights of records that are live, or that a permalink shows. */
  live: Set<number>;
}

/** Nights that records rest on. */
type RecordMarks = ReadonlyMap<string, HeatmapMarks>;

/**
 * Every text of the history is taken for a name: those that are none match no night. So a night is kept for a
 * record that was at it once, and has moved or was withdrawn.
 */
const RECORDS = `
SELECT server_id AS "serverId", workload_id AS "workloadId", first_bad_id AS "firstBadId", last_good_id AS "lastGoodId",
  first_bad AS "firstBad", last_good AS "lastGood", last_seen AS "lastSeen", fixed_seen AS "fixedSeen",
  withdrawn_at IS NULL AS "isLive", '/r/' || slug IN (SELECT path FROM permalinks) AS "isFrozen",
  ARRAY(SELECT DISTINCT said #>> '{}' FROM regression_events, jsonb_path_query(detail, 'strict $.**') AS said
    WHERE regression_events.heatmap_id = regressions.heatmap_id AND regression_id = regressions.id AND jsonb_typeof(said) = 'string') AS history
FROM regressions`;

interface RecordRow extends HeatmapKey {
  firstBadId: number;
  lastGoodId: number;
  firstBad: string;
  lastGood: string;
  lastSeen: string;
  fixedSeen: string | null;
  isLive: boolean;
  isFrozen: boolean;
  history: string[];
}

/** Reads all records: there are few of them. */
async function readRecordMarks(client: Queries): Promise<RecordMarks> {
  const rows = await listRows<RecordRow>(client, RECORDS);
  const marks = new Map<string, HeatmapMarks>();
  for (const record of rows) {
    const key = keyText(record);
    const own = marks.get(key) ?? { named: new Set(), changes: new Set(), live: new Set() };
    marks.set(key, own);
    const { firstBadId, lastGoodId, firstBad, lastGood, lastSeen, fixedSeen, history } = record;
    const names = [firstBadId, lastGoodId, firstBad, lastGood, lastSeen, fixedSeen, ...history];
    for (const name of names) if (name !== null) own.named.add(name);
    if (record.isLive) for (const name of [firstBadId, fixedSeen]) if (name !== null) own.changes.add(name);
    if (record.isLive || record.isFrozen) for (const id of [firstBadId, lastGoodId]) own.live.add(id);
  }
  return marks;
}

/** True for a night that a record was ever first bad, last good, last seen or fixed at. */
function isOfRecord(marks: RecordMarks, night: Night): boolean {
  return has(marks.get(keyText(night))?.named, night);
}

/** True for the first night of a level of a live record. */
function isChange(marks: RecordMarks, night: Night): boolean {
  return has(marks.get(keyText(night))?.changes, night);
}

/** True for a night whose files a record rests on. */
function isLiveEvidence(marks: RecordMarks, night: Night): boolean {
  return marks.get(keyText(night))?.live.has(night.variantId) ?? false;
}

function has(names: ReadonlySet<number | string> | undefined, { variantId, name }: Night): boolean {
  return names !== undefined && (names.has(variantId) || names.has(name));
}
