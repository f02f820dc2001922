import { type Noise, RULE_VERSION } from '@basecase/analysis';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import { originOf } from '../queries/list-heatmaps';
import {
  SERVER_JSON,
  type ServerRow,
  toServerView,
  toWorkloadView,
  WORKLOAD_JSON,
  type WorkloadRow,
} from '../queries/views';
import type { Origin } from '../types';
import type { NoiseAtlasEntry, NoiseAtlasPage } from '../types/regressions';
import { heatmapNoise } from './heatmap-noise';
import { type Heatmap, loadHeatmap, variantMatrix } from './load-heatmap';
import { listExclusions } from './noise-exclusions';
import { type NoiseSummary, noiseSummary, noiseTests, toPairView, toRefusalView } from './noise-view';
import { judgedHeatmap } from './record-view';

const LIST = `
SELECT ${SERVER_JSON} AS server, ${WORKLOAD_JSON} AS workload, noise,
  (SELECT array_agg(DISTINCT uploads.origin::text) FROM runs JOIN uploads ON uploads.id = runs.upload_id
   WHERE runs.server_id = heatmap_evaluations.server_id AND runs.workload_id = heatmap_evaluations.workload_id) AS origins,
  (SELECT count(*)::int FROM noise_exclusions JOIN runs ON runs.id = run_id WHERE removed_at IS NULL
   AND runs.server_id = heatmap_evaluations.server_id AND runs.workload_id = heatmap_evaluations.workload_id) AS exclusions
FROM heatmap_evaluations
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
WHERE noise IS NOT NULL
ORDER BY servers.name, workloads.benchmark_id, workloads.slug`;

interface Row {
  server: ServerRow;
  workload: WorkloadRow;
  origins: Origin[] | null;
  exclusions: number;
  noise: NoiseSummary;
}

/** Every heatmap that was evaluated and has tests to compare, as it was evaluated last. */
export async function listNoiseAtlas({ pool }: Database): Promise<NoiseAtlasEntry[]> {
  const { rows } = await pool.query<Row>(LIST);
  return rows.map(({ server, workload, origins, exclusions, noise }) => ({
    server: toServerView(server),
    workload: toWorkloadView(workload, originOf(origins ?? [])),
    exclusions,
    ...noise,
  }));
}

const FIND = `
SELECT servers.id AS "serverId", workloads.id AS "workloadId" FROM servers, workloads
WHERE servers.slug = $1 AND workloads.slug = $2`;

async function findHeatmap(
  { pool }: Database,
  { server, workload }: { server: string; workload: string },
): Promise<Heatmap> {
  const { rows } = await pool.query<{ serverId: number; workloadId: number }>(FIND, [server, workload]);
  const heatmap = rows[0] ? await loadHeatmap(pool, rows[0]) : null;
  if (!heatmap || heatmap.runs.length === 0) {
    throw new NotFoundError(`No runs of workload "${workload}" on server "${server}".`);
  }
  return heatmap;
}

/**
 * What is known of the noise of a heatmap, for verdicts that are made elsewhere: plain data, fit for a browser.
 *
 * @throws NotFoundError
 */
export async function getHeatmapNoise(
  database: Database,
  heatmap: { server: string; workload: string },
): Promise<Noise> {
  return heatmapNoise(await findHeatmap(database, heatmap));
}

/**
 * The noise of one heatmap: of each test, from which pairs, which pairs were refused and why.
 *
 * @throws NotFoundError
 */
export async function getNoiseAtlas(
  database: Database,
  address: { server: string; workload: string },
): Promise<NoiseAtlasPage> {
  const heatmap = judgedHeatmap(await findHeatmap(database, address));
  const noise = heatmapNoise(heatmap);
  const { rows } = variantMatrix(heatmap);
  const ids = new Map(
    heatmap.exclusions.map(({ id, run, other }) => [
      other === null ? `${run}` : `${run} ${other}`,
      String(id),
    ]),
  );
  return {
    server: heatmap.server,
    workload: heatmap.workload,
    ...noiseSummary(noise, rows),
    exclusions: heatmap.exclusions.length,
    ruleVersion: RULE_VERSION,
    tests: noiseTests(noise, rows),
    used: noise.pairs.map(toPairView),
    refusals: noise.refused.map((pair) => toRefusalView(pair, ids)),
    excluded: await listExclusions(database, address),
  };
}
