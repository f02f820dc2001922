import type { RunFacts } from '@basecase/ingest/model';
import { heatmapIdsOf } from '../epochs/heatmap-ids';
import { VERSION_TEXT } from '../queries/build-sql';
import { badReason } from '../queries/views';
import { listRows, type Queries } from '../rows';

/** A build measured on a server with a workload: what the rule keeps or lets go. */
export interface Night {
  serverId: number;
  workloadId: number;
  variantId: number;
  /** Slugs, as addresses name it. */
  server: string;
  workload: string;
  column: string;
  /** `19devel 20260829-g4eb13e8a`, as records name it. */
  name: string;
  product: string;
  version: string;
  branch: string | null;
  flavour: string | null;
  config: string | null;
  /** Its place in its line. */
  orderedAt: Date;
  /** Of its newest run. */
  measuredAt: Date;
  runs: number[];
  uploads: number[];
  /** Those that count: neither failed nor of a run that was marked as bad. */
  results: number;
  /** What its newest run says of machine and compiler. */
  facts: RunFacts;
}

const NIGHTS = `
SELECT servers.id AS "serverId", workloads.id AS "workloadId", variants.id AS "variantId", servers.slug AS server,
  workloads.slug AS workload, variants.slug AS column, ${VERSION_TEXT} AS name, products.name AS product,
  versions.name AS version, builds.branch, variants.flavour, configs.name AS config,
  builds.ordered_at AS "orderedAt", max(runs.at) AS "measuredAt", array_agg(runs.id ORDER BY runs.id) AS runs,
  (array_agg(runs.facts ORDER BY runs.at DESC, runs.id DESC))[1] AS facts,
  array_agg(DISTINCT runs.upload_id) AS uploads,
  sum(CASE WHEN ${badReason()} IS NULL
    THEN (SELECT count(*) FROM results
      WHERE results.heatmap_id = runs.heatmap_id AND run_id = runs.id AND status = 'ok') ELSE 0 END)::int AS results
FROM runs
JOIN variants ON variants.id = runs.variant_id
JOIN builds ON builds.id = variants.build_id
JOIN products ON products.id = variants.product_id
JOIN versions ON versions.id = variants.version_id
LEFT JOIN configs ON configs.id = variants.config_id
JOIN servers ON servers.id = runs.server_id
JOIN workloads ON workloads.id = runs.workload_id
WHERE ($1::bigint IS NULL OR runs.heatmap_id = $1)
  AND ($2::bigint[] IS NULL OR (runs.upload_id = ANY ($2) AND runs.heatmap_id IN (
    SELECT heatmap_id FROM run_places WHERE run_places.upload_id = ANY ($2))))
GROUP BY servers.id, workloads.id, variants.id, builds.id, products.id, versions.id, configs.id
ORDER BY servers.slug, workloads.slug, builds.ordered_at, builds.number NULLS FIRST, builds.id`;

/** Which nights are asked for; of several conditions all hold. */
export interface NightFilter {
  heatmap?: { serverId: number; workloadId: number };
  /** Nights with a run of one of these. */
  uploads?: readonly number[];
}

/** Nights in the order of their builds. */
export async function listNights(client: Queries, { heatmap, uploads }: NightFilter = {}): Promise<Night[]> {
  const ids = heatmap && (await heatmapIdsOf(client, heatmap.serverId, [heatmap.workloadId]));
  // No heatmap is 0.
  const heatmapId = heatmap ? (ids?.get(heatmap.workloadId) ?? 0) : null;
  return listRows<Night>(client, NIGHTS, [heatmapId, uploads ?? null]);
}

/** The nights of one line on one server, with one workload. */
export interface NightsOfLine {
  key: string;
  /** Branch of the line: that of its nights which name one. */
  branch: string | null;
  /** In build order. */
  nights: Night[];
}

/**
 * Nights by their lines. Builds that name no branch are of the one that the others of their version name, where it is only
 * one, as everywhere that a line is judged or drawn.
 */
export function linesOf(nights: readonly Night[]): NightsOfLine[] {
  const branches = new Map<string, Set<string>>();
  for (const night of nights) {
    const named = branches.get(versionKey(night)) ?? new Set();
    if (night.branch !== null) named.add(night.branch);
    branches.set(versionKey(night), named);
  }
  const lines = new Map<string, NightsOfLine>();
  for (const night of nights) {
    const named = branches.get(versionKey(night)) ?? new Set();
    const branch = night.branch ?? (named.size === 1 ? ([...named][0] ?? null) : null);
    const key = JSON.stringify([versionKey(night), branch, night.flavour, night.config]);
    const line = lines.get(key) ?? { key, branch, nights: [] };
    line.nights.push(night);
    lines.set(key, line);
  }
  return [...lines.values()];
}

function versionKey({ serverId, workloadId, product, version }: Night): string {
  return JSON.stringify([serverId, workloadId, product, version]);
}
