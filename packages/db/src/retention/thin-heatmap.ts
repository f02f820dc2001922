import type { PoolClient } from 'pg';
import { heatmapIdsOf } from '../epochs/heatmap-ids';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { evaluateHeatmap } from '../regressions/recompute/evaluate-heatmap';
import { listSiblings } from '../regressions/recompute/sibling-tables';
import { listRows } from '../rows';
import { type DeletedNights, deleteNights, type Gone } from './delete-nights';
import { lockUploads } from './list-night-uploads';
import { listNights } from './list-nights';
import { type LineFates, nightFates, REACHES, readMarkedNights } from './night-fates';
import type { PermalinkNames } from './permalink-names';

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
  await evaluateHeatmap(client, heatmap, false);
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
    await evaluateHeatmap(client, heatmap, true);
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
