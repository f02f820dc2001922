import { ADVISORY } from '../advisory-locks';
import type { Database } from '../database';
import { findRow, listRows, type Queries } from '../rows';
import { waitedFor } from './epoch-lock';

/** Which writes are visible now. Numbers only grow, and whoever sees one sees all that are smaller. */
export interface Epochs {
  /** Of the last write of anything that pages show. */
  newest: number;
  /** Of the last one that is not of single heatmaps. */
  shared: number;
}

/** A heatmap, by the names of its address, that was written at an epoch. */
export interface HeatmapEpoch {
  server: string;
  workload: string;
  epoch: number;
}

/**
 * The epochs that a statement that starts now sees: whatever was written with them is visible on every node, see
 * `epoch-lock.ts`. The snapshot is older than the lock, so the epochs may be older than what is visible, and never newer.
 * Who reads more than the epochs in the same transaction sees no commit that is visible on some of the nodes.
 *
 * @throws Error from the driver when the database does not answer
 */
export async function readEpochs({ pool }: { pool: Queries }): Promise<Epochs> {
  const found = await findRow<{ newest: string; shared: string }>(pool, {
    name: 'epochs',
    text: `SELECT newest, shared, ${waitedFor(1)} AS waited FROM epochs`,
    values: [ADVISORY.epochs],
  });
  if (!found) throw new Error('The table "epochs" has no row: it was changed by hand.');
  return { newest: Number(found.newest), shared: Number(found.shared) };
}

const WRITTEN = `
SELECT servers.slug AS server, workloads.slug AS workload, epoch FROM heatmaps
JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
WHERE epoch > $1`;

/** Heatmaps that were written after an epoch. */
export async function listWrittenSince({ pool }: Database, epoch: number): Promise<HeatmapEpoch[]> {
  const rows = await listRows<Omit<HeatmapEpoch, 'epoch'> & { epoch: string }>(pool, {
    name: 'written-since',
    text: WRITTEN,
    values: [epoch],
  });
  return rows.map((row) => ({ ...row, epoch: Number(row.epoch) }));
}
