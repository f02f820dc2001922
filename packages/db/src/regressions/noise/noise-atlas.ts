import { DEFAULT_RULE, type Noise, RULE_VERSION } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { NotFoundError } from '../../errors';
import { matchesWords, searchWords } from '../../queries/search-words';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../../queries/views';
import type { Origin } from '../../types';
import type { NoiseAtlasFilter, NoiseAtlasList, NoiseAtlasPage } from '../../types/noise';
import { type Heatmap, heatmapNoise, loadHeatmap, VERDICT_METRICS, variantMatrix } from '../load-heatmap';
import { judgedHeatmap } from '../record-page/record-view';
import { listExclusions } from './noise-exclusions';
import { type NoiseSummary, noiseSummary, noiseTests, toPairView, toRefusalView } from './noise-view';

const PAGE_SIZE = 100;

/** What the page of the atlas says of a server and a workload, to look for words in. */
const NAMES = `concat_ws(' ', servers.name, servers.cores || '-core', workloads.benchmark_id, workloads.slug,
  workloads.label, workloads.published_title, workloads.clients || CASE workloads.clients WHEN 1 THEN ' client' ELSE ' clients' END)`;

const MATCHING = `
FROM heatmaps
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
WHERE noise IS NOT NULL AND ${matchesWords(NAMES, 1)}`;

/** Only those on the page are looked up in runs and exclusions. */
const LIST = `
WITH page AS (
  SELECT heatmaps.id AS heatmap_id, server_id, workload_id, noise - '{testCount,sigmas,runSeconds}'::text[] AS noise, origins
  ${MATCHING}
  ORDER BY servers.name, workloads.benchmark_id, workloads.slug
  LIMIT $3 OFFSET $4
)
SELECT ${HEATMAP_COLUMNS}, noise,
  origins,
  coalesce(excluded.count, 0) AS exclusions
FROM page
LEFT JOIN (SELECT heatmap_id, count(*)::int FROM noise_exclusions
  WHERE heatmap_id IN (SELECT heatmap_id FROM page) AND removed_at IS NULL GROUP BY heatmap_id) AS excluded USING (heatmap_id)
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
ORDER BY servers.name, workloads.benchmark_id, workloads.slug`;

const COUNT = `
SELECT count(*)::int AS total, (count(*) FILTER (WHERE (noise->>'calibrated')::boolean))::int AS calibrated,
  (count(*) FILTER (WHERE (noise->>'calibrated')::boolean AND (noise->>'smallestVisible')::float8 > $3))::int AS blind
${MATCHING}`;

interface Row extends HeatmapRow {
  origins: Origin[];
  exclusions: number;
  noise: NoiseSummary;
}

/**
 * Heatmaps that were evaluated and have tests to compare, as they were evaluated last, a page at a time. A page after
 * the last one has no entries.
 */
export async function listNoiseAtlas(
  { pool }: Database,
  { search = '', page = 1 }: NoiseAtlasFilter = {},
): Promise<NoiseAtlasList> {
  const { wanted, unwanted } = searchWords(search);
  const [{ rows }, counted] = await Promise.all([
    pool.query<Row>(LIST, [wanted, unwanted, PAGE_SIZE, (page - 1) * PAGE_SIZE]),
    pool.query<Pick<NoiseAtlasList, 'total' | 'calibrated' | 'blind'>>(COUNT, [
      wanted,
      unwanted,
      DEFAULT_RULE.big,
    ]),
  ]);
  const { total, calibrated, blind } = counted.rows[0] ?? { total: 0, calibrated: 0, blind: 0 };
  return {
    entries: rows.map(({ origins, exclusions, noise, ...row }) => ({
      ...toHeatmapViews(row, origins ?? []),
      exclusions,
      ...noise,
    })),
    total,
    calibrated,
    blind,
    limit: DEFAULT_RULE.big,
    page,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
  };
}

const FIND = `
SELECT servers.id AS "serverId", workloads.id AS "workloadId",
  EXISTS (SELECT FROM heatmaps
    WHERE server_id = servers.id AND workload_id = workloads.id AND run_count > 0) AS "hasRuns"
FROM servers, workloads
WHERE servers.slug = kept_server($1) AND workloads.slug = kept_workload($2, kept_server($1))`;

/**
 * The runs of a heatmap without those of nights.
 *
 * @throws NotFoundError
 */
export async function findHeatmap(
  { pool }: Database,
  { server, workload }: { server: string; workload: string },
  metrics: readonly MetricId[] = VERDICT_METRICS,
): Promise<Heatmap> {
  const { rows } = await pool.query<{ serverId: number; workloadId: number; hasRuns: boolean }>(FIND, [
    server,
    workload,
  ]);
  const heatmap = rows[0]?.hasRuns ? await loadHeatmap(pool, rows[0], { nights: false, metrics }) : null;
  if (!heatmap) {
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
