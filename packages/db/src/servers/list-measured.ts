import { compareVersions } from '@basecase/ingest/model';
import type { Pool } from 'pg';
import { heatmapIdsOfServer } from '../epochs/heatmap-ids';
import { originOf, toWorkloadView, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import type { NoiseSummary } from '../regressions/noise/noise-view';
import type { Origin } from '../types';
import type { MeasuredHere, ServerNoise } from '../types/server-page';

/** Records that count today: neither withdrawn nor dismissed nor over. */
const OPEN = `withdrawn_at IS NULL AND merged_into_id IS NULL AND state NOT IN ('noise', 'fixed')`;
const POSSIBLE = `verdict LIKE 'possible%'`;

/** A count of a row of `measured`. A cluster takes no aggregate in a LATERAL. */
const openRecords = (name: string, which: string) => `(SELECT count(*)::int FROM regressions
    WHERE regressions.heatmap_id = measured.heatmap_id AND product_id = measured.product_id
    AND ${OPEN} AND ${which}) AS "${name}"`;

const MEASURED = `
WITH measured AS (
  SELECT products.id AS product_id, products.name AS product, heatmap_id, workload_id,
    array_agg(DISTINCT versions.name) AS versions, array_agg(DISTINCT uploads.origin::text) AS origins,
    count(DISTINCT runs.id)::int AS runs, min(runs.at) AS first, max(runs.at) AS latest
  FROM runs
  JOIN uploads ON uploads.id = upload_id
  JOIN variants ON variants.id = variant_id
  JOIN versions ON versions.id = variants.version_id
  JOIN products ON products.id = variants.product_id
  WHERE runs.heatmap_id = ANY ($1)
  GROUP BY products.id, products.name, heatmap_id, workload_id
)
SELECT product, ${WORKLOAD_JSON} AS workload, versions, origins, runs, first, latest,
  (SELECT count(DISTINCT test_id)::int FROM results
    JOIN runs ON runs.heatmap_id = results.heatmap_id AND runs.id = results.run_id
    JOIN variants ON variants.id = variant_id
    WHERE results.heatmap_id = measured.heatmap_id AND variants.product_id = measured.product_id) AS tests,
  ${openRecords('slower', `kind = 'regression' AND NOT ${POSSIBLE}`)},
  ${openRecords('possiblySlower', `kind = 'regression' AND ${POSSIBLE}`)},
  ${openRecords('faster', `kind = 'improvement' AND NOT ${POSSIBLE}`)},
  ${openRecords('possiblyFaster', `kind = 'improvement' AND ${POSSIBLE}`)}
FROM measured JOIN workloads ON workloads.id = measured.workload_id
ORDER BY product, latest DESC, workloads.slug`;

interface MeasuredRow extends Omit<MeasuredHere, 'workload' | 'firstRunAt' | 'latestRunAt'> {
  workload: WorkloadRow;
  origins: Origin[];
  first: Date;
  latest: Date;
}

/** What was measured on a server: a row for each product and workload. */
export async function listMeasuredHere(pool: Pool, serverId: number): Promise<MeasuredHere[]> {
  const { rows } = await pool.query<MeasuredRow>(MEASURED, [await heatmapIdsOfServer(pool, serverId)]);
  return rows.map(({ origins, first, latest, workload, ...row }) => ({
    ...row,
    versions: [...row.versions].sort(compareVersions),
    workload: toWorkloadView(workload, originOf(origins)),
    firstRunAt: first.toISOString(),
    latestRunAt: latest.toISOString(),
  }));
}

const NOISE = `
SELECT ${WORKLOAD_JSON} AS workload, noise
FROM heatmaps JOIN workloads ON workloads.id = workload_id
WHERE server_id = $1 AND noise IS NOT NULL AND run_count > 0
ORDER BY (noise->>'pairs')::int DESC, workloads.slug`;

/** The noise of each workload, as it was judged last; the best known first. */
export async function listServerNoise(pool: Pool, serverId: number): Promise<ServerNoise[]> {
  const { rows } = await pool.query<{ workload: WorkloadRow; noise: NoiseSummary }>(NOISE, [serverId]);
  return rows.map(({ workload, noise: { calibrated, pairs, medianSigma } }) => ({
    workload: toWorkloadView(workload, 'uploaded'),
    calibrated,
    pairs,
    medianSigma,
  }));
}
