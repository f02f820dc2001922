import type { PoolClient } from 'pg';
import { arraysOf } from '../rows';

/** A run that counts in another heatmap from now on. */
export interface MovedRun {
  id: number;
  from: number;
  into: number;
}

const MOVED = 'unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS moved (id, heatmap_id, into_id)';

const RUN = `variant_id, upload_id, label, path, started_at, at, notes, is_summary, campaign, as_read, corrected, facts, rounds, identity_sources`;

const COPY_RUNS = `
INSERT INTO runs (heatmap_id, id, server_id, workload_id, ${RUN})
SELECT heatmaps.id, runs.id, heatmaps.server_id, heatmaps.workload_id, ${RUN}
FROM ${MOVED} JOIN runs ON runs.heatmap_id = moved.heatmap_id AND runs.id = moved.id JOIN heatmaps ON heatmaps.id = into_id`;

const COPY_RESULTS = `
INSERT INTO results (heatmap_id, id, run_id, test_id, repeat, clients, seconds, status, unit, command, tool, device)
SELECT into_id, part.id, run_id, test_id, repeat, clients, seconds, status, unit, command, tool, device
FROM ${MOVED} JOIN results AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_READINGS = `
INSERT INTO server_readings (heatmap_id, run_id, name, slug, cores, cpu, memory_bytes, storage, os, kind, cores_from_class,
  memory_from_class, kind_seen)
SELECT into_id, run_id, name, slug, cores, cpu, memory_bytes, storage, os, kind, cores_from_class, memory_from_class, kind_seen
FROM ${MOVED} JOIN server_readings AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_CARRIERS = `
INSERT INTO run_uploads (heatmap_id, run_id, upload_id, campaign) SELECT into_id, run_id, upload_id, campaign
FROM ${MOVED} JOIN run_uploads AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_EXCLUSIONS = `
INSERT INTO noise_exclusions (heatmap_id, id, run_id, other_id, reason, by, at, removed_by, removed_at)
SELECT into_id, part.id, run_id, other_id, reason, by, at, removed_by, removed_at
FROM ${MOVED} JOIN noise_exclusions AS part ON part.heatmap_id = moved.heatmap_id AND part.run_id = moved.id`;

const COPY_NUMBERS = `
INSERT INTO measurements (heatmap_id, result_id, value, artifact_id, line, line_end, source, metric, unit, formula, doubt)
SELECT into_id, result_id, value, artifact_id, line, line_end, source, metric, measurements.unit, formula, doubt
FROM ${MOVED} JOIN results ON results.heatmap_id = moved.heatmap_id AND run_id = moved.id
JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id`;

const REMOVE = `
DELETE FROM runs USING ${MOVED} WHERE runs.heatmap_id = moved.heatmap_id AND runs.id = moved.id`;

const NOTE_PLACES = `
UPDATE run_places SET heatmap_id = into_id FROM ${MOVED} WHERE run_id = moved.id`;

/**
 * Writes runs with their data into other heatmaps, and removes them where they were: the key that rows are stored by
 * is never updated. Ids stay, so links to runs, results and notes stay valid. `placeRuns` and `replaceRun`
 * note the heatmaps.
 */
export async function moveRuns(client: PoolClient, runs: readonly MovedRun[]): Promise<void> {
  if (runs.length === 0) return;
  const values = arraysOf(runs, 'id', 'from', 'into');
  const copies = [COPY_RUNS, COPY_RESULTS, COPY_NUMBERS, COPY_READINGS, COPY_CARRIERS, COPY_EXCLUSIONS];
  for (const sql of [...copies, REMOVE, NOTE_PLACES]) await client.query(sql, values);
}
