import type { PoolClient } from 'pg';
import { heatmapIdsOf } from '../epochs/heatmap-ids';

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
export async function readRecordStates(
  client: PoolClient,
  { serverId, workloadIds }: { serverId: number; workloadIds: readonly number[] },
): Promise<Map<number, RecordState>> {
  const heatmaps = await heatmapIdsOf(client, serverId, workloadIds);
  const { rows } = await client.query<RecordState>(STATES, [[...heatmaps.values()]]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Variants and names of the nights at which levels begin of records that are not what they were, or are new. */
export function changedPlaces(
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
