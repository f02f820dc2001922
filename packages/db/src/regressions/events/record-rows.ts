import { type AskedHeatmaps, byHeatmap } from '../../epochs/by-heatmap';
import { listRows, type Queries } from '../../rows';
import type { Suspects } from '../../types/regressions';
import { ENTRY_JOINS } from '../list-regressions';
import { type EntryRow, entryJson, toEntry } from '../regression-entry';
import type { GroupedEvent } from './group-events';

const recordsOf = (is: AskedHeatmaps['is']) => `
SELECT ${entryJson(is)}, regressions.server_id AS "serverId", 0 AS "causeRecords", now() AS at
${ENTRY_JOINS}
WHERE regressions.heatmap_id ${is} AND regressions.id = ANY ($2)`;

/** A record with the time of its reading. */
export type RecordRow = EntryRow & { at: Date; serverId: number };

/** Records by id, in no order. */
export function readRecordRows(
  client: Queries,
  heatmapIds: readonly number[],
  ids: readonly number[],
): Promise<RecordRow[]> {
  return byHeatmap(client, heatmapIds, ({ is, value }) =>
    listRows<RecordRow>(client, recordsOf(is), [value, ids]),
  );
}

/** Commits that the record with the largest change of an event may come from; null: of a release. */
export async function eventSuspects(client: Queries, event: GroupedEvent): Promise<Suspects | null> {
  const [place] = event.places;
  const record = event.records.find(({ slug }) => slug === place?.tests[0]?.slug);
  if (event.line === null || !record) return null;
  const [row] = await readRecordRows(client, [record.heatmapId], [record.id]);
  return row ? (toEntry(row, undefined).nights?.suspects ?? null) : null;
}
