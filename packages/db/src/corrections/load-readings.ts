import type { BenchmarkId } from '@basecase/ingest/model';
import { heatmapIdsOfRuns } from '../epochs/heatmap-ids';
import { BUILD_JSON, JOIN_BUILDS } from '../queries/build-sql';
import { CAMPAIGN_SQL } from '../queries/campaigns';
import { SERVER_JSON, type ServerRow, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import { listRows, type Queries } from '../rows';
import type { CorrectionField, CountedRun } from '../types/corrections';
import { attributesOf, type RunReading } from './run-reading';

/** A run that is stored: what was read of it, and what counts. */
export interface StoredReading {
  id: number;
  identity: string;
  label: string;
  results: number;
  /** Fields that corrections in force say. */
  corrected: CorrectionField[];
  asRead: RunReading;
  counted: CountedRun;
}

const READINGS = `
SELECT runs.id, run_places.identity, runs.label, corrected, as_read AS "asRead", started_at AS "startedAt", at,
  runs.campaign, ${CAMPAIGN_SQL} AS "countedCampaign",
  (SELECT count(*)::int FROM results WHERE results.heatmap_id = runs.heatmap_id AND run_id = runs.id) AS results,
  ${SERVER_JSON} AS server, ${WORKLOAD_JSON} AS workload,
  json_build_object('product', products.name, 'version', versions.name, 'versionKnown', versions.known,
    'sortKey', versions.sort_key, 'flavour', flavour, 'config', configs.name,
    'build', ${BUILD_JSON}) AS variant,
  variants.slug AS column
FROM runs
JOIN run_places ON run_places.run_id = runs.id
JOIN uploads ON uploads.id = runs.upload_id
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
JOIN variants ON variants.id = variant_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = version_id
LEFT JOIN configs ON configs.id = config_id
${JOIN_BUILDS}
WHERE runs.heatmap_id = ANY ($2) AND runs.id = ANY ($1)
ORDER BY runs.id`;

interface Row extends Pick<StoredReading, 'id' | 'identity' | 'label' | 'results' | 'corrected'> {
  asRead: RunReading | null;
  startedAt: Date | null;
  at: Date;
  campaign: string | null;
  countedCampaign: string | null;
  server: ServerRow;
  workload: WorkloadRow;
  variant: RunReading['variant'];
  column: string;
}

/** Runs with what was read of them and what counts, in the order of their ids; those that are gone are left out. */
export async function loadReadings(client: Queries, runIds: readonly number[]): Promise<StoredReading[]> {
  const rows = await listRows<Row>(client, READINGS, [runIds, await heatmapIdsOfRuns(client, runIds)]);
  return rows.map(({ id, identity, label, results, corrected, asRead, ...row }) => {
    const stored = toReading(row);
    const counted = {
      ...attributesOf({ ...stored, campaign: row.countedCampaign }),
      place: { server: row.server.slug, workload: row.workload.slug, column: row.column },
    };
    return { id, identity, label, results, corrected, asRead: asRead ?? stored, counted };
  });
}

function toReading({
  server,
  workload,
  variant,
  startedAt,
  at,
  campaign,
}: Pick<Row, 'server' | 'workload' | 'variant' | 'startedAt' | 'at' | 'campaign'>): RunReading {
  const { name, cores, cpu, memoryBytes, storage, os } = server;
  const { benchmarkId, tables, rowsPerTable, clients, primaryKey, cached, label } = workload;
  return {
    server: {
      name,
      cores,
      cpu,
      memoryBytes: memoryBytes === null ? null : Number(memoryBytes),
      storage,
      os,
    },
    serverSlug: server.slug,
    workload: {
      // Only the importer writes benchmarks, from this type.
      benchmark: benchmarkId as BenchmarkId,
      tables,
      rowsPerTable: rowsPerTable === null ? null : Number(rowsPerTable),
      clients,
      primaryKey,
      cached,
      label,
      published:
        workload.publishedTitle === null
          ? null
          : { title: workload.publishedTitle, base: workload.publishedBase },
    },
    variant,
    startedAt: startedAt?.toISOString() ?? null,
    at: at.toISOString(),
    campaign,
  };
}
