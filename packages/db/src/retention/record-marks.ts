import { type HeatmapKey, keyText } from '../epochs/heatmap-key';
import { listRows, type Queries } from '../rows';
import type { Night } from './list-nights';

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
export type RecordMarks = ReadonlyMap<string, HeatmapMarks>;

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
export async function readRecordMarks(client: Queries): Promise<RecordMarks> {
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
export function isOfRecord(marks: RecordMarks, night: Night): boolean {
  return has(marks.get(keyText(night))?.named, night);
}

/** True for the first night of a level of a live record. */
export function isChange(marks: RecordMarks, night: Night): boolean {
  return has(marks.get(keyText(night))?.changes, night);
}

/** True for a night whose files a record rests on. */
export function isLiveEvidence(marks: RecordMarks, night: Night): boolean {
  return marks.get(keyText(night))?.live.has(night.variantId) ?? false;
}

function has(names: ReadonlySet<number | string> | undefined, { variantId, name }: Night): boolean {
  return names !== undefined && (names.has(variantId) || names.has(name));
}
