import type { Database } from '../../database';
import { findHeatmapId, findRunPlaces } from '../../epochs/heatmap-ids';
import { NotFoundError } from '../../errors';
import type { DisclosedRun } from '../../types/runs';
import type { ShownRuns } from '../../types/servers';
import { iso, JOIN_BUILDS } from '../build-sql';
import { parseId } from '../parse-id';
import { badReason, HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';

/** $1: id of the heatmap. It walks from the runs to their results, each over an index. */
const DISCLOSED = `
SELECT runs.id::text, variants.slug AS column, products.name AS product, versions.name AS version,
  versions.known AS "versionKnown", builds.commit, variants.flavour, configs.name AS config,
  configs.text AS "configText", runs.facts, ${iso('runs.started_at')} AS "startedAt", workloads.cached,
  ${HEATMAP_COLUMNS}, found.*
FROM runs
JOIN servers ON servers.id = runs.server_id
JOIN workloads ON workloads.id = runs.workload_id
JOIN variants ON variants.id = runs.variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = variants.version_id
${JOIN_BUILDS}
LEFT JOIN configs ON configs.id = variants.config_id
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(DISTINCT tool ORDER BY tool) FILTER (WHERE tool IS NOT NULL), '{}') AS tools,
    coalesce(array_agg(DISTINCT clients ORDER BY clients) FILTER (WHERE clients IS NOT NULL), '{}') AS clients,
    count(*) FILTER (WHERE status <> 'warmup')::int AS results,
    count(command) FILTER (WHERE status <> 'warmup')::int AS commands,
    (array_agg(command ORDER BY results.id) FILTER (WHERE command IS NOT NULL AND status <> 'warmup'))[1] AS command
  FROM results WHERE results.heatmap_id = $1 AND run_id = runs.id
) AS found
WHERE runs.heatmap_id = $1 AND `;

type Row = Omit<DisclosedRun, 'server' | 'workload'> & HeatmapRow;

const toRun = ({ server, workload, ...run }: Row): DisclosedRun => ({
  ...run,
  // What is disclosed does not tell origins apart.
  ...toHeatmapViews({ server, workload }, []),
});

/** The recorded setup of the runs of some columns, in the order of their ids; runs marked as bad are left out. */
export async function listDisclosedRuns(
  { pool }: Pick<Database, 'pool'>,
  { columns, ...heatmap }: Pick<ShownRuns, 'server' | 'workload' | 'columns'>,
): Promise<DisclosedRun[]> {
  const { rows } = await pool.query<Row>(
    `${DISCLOSED} ($2::text[] IS NULL OR variants.slug = ANY ($2)) AND ${badReason('$1')} IS NULL ORDER BY runs.id`,
    [await findHeatmapId(pool, heatmap), columns],
  );
  return rows.map(toRun);
}

/** The same of one run. @throws NotFoundError */
export async function getDisclosedRun({ pool }: Pick<Database, 'pool'>, id: string): Promise<DisclosedRun> {
  const [place] = await findRunPlaces(pool, [parseId(id, 'run')]);
  const { rows } = place
    ? await pool.query<Row>(`${DISCLOSED} runs.id = $2`, [place.heatmapId, place.id])
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new NotFoundError(`No run ${id}.`);
  return toRun(row);
}
