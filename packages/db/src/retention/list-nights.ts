import type { RunFacts } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { addressKey } from '../corrections/preview';
import { heatmapIdsOf } from '../epochs/heatmap-ids';
import { VERSION_TEXT } from '../queries/build-sql';
import { badReason } from '../queries/views';
import { listRows, listValues, type Queries } from '../rows';
import type { HeatmapAddress } from '../types/servers';

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

/** An upload that holds a night. */
export interface NightUpload {
  id: number;
  /** False while it is on its way, and where its last reading failed. */
  isStored: boolean;
  /** It holds runs of releases, too. */
  hasRelease: boolean;
  /** One of its runs was marked or corrected. A merge of a server or workload does not count. */
  isCorrected: boolean;
  /** Its files are stored. */
  hasFiles: boolean;
  /** Of its newest run; when its files were sent again after that, then. */
  filesSince: Date;
}

/** Exclusions of single runs are read once, not per run: a cluster requires it here. */
const UPLOADS = `
WITH corrected AS MATERIALIZED (
  SELECT run_id FROM noise_exclusions WHERE removed_at IS NULL
  UNION SELECT other_id FROM noise_exclusions WHERE removed_at IS NULL AND other_id IS NOT NULL
  UNION SELECT run_id FROM correction_runs JOIN corrections ON corrections.id = correction_id
    WHERE undone_at IS NULL AND NOT EXISTS (SELECT FROM merges WHERE merges.correction_id = corrections.id)
)
SELECT uploads.id, state = 'stored' AS "isStored", bool_or(variants.build_id IS NULL) AS "hasRelease",
  bool_or(corrected.run_id IS NOT NULL) AS "isCorrected", files_removed_at IS NULL AS "hasFiles",
  greatest(max(runs.at), files_returned_at) AS "filesSince"
FROM uploads
JOIN run_places ON run_places.upload_id = uploads.id
JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
JOIN variants ON variants.id = runs.variant_id
LEFT JOIN corrected ON corrected.run_id = runs.id
WHERE $1::bigint[] IS NULL OR uploads.id = ANY ($1)
GROUP BY uploads.id
HAVING bool_or(variants.build_id IS NOT NULL)
ORDER BY uploads.id`;

/** Uploads that hold nights, by id. */
export async function listNightUploads(
  client: Queries,
  ids: readonly number[] | null = null,
): Promise<Map<number, NightUpload>> {
  const rows = await listRows<NightUpload>(client, UPLOADS, [ids]);
  // By itself: a cluster cuts runs by heatmap, and files by upload.
  const files = await listValues<number>(
    client,
    'SELECT DISTINCT upload_id AS id FROM artifacts WHERE upload_id = ANY ($1)',
    [rows.map(({ id }) => id)],
  );
  const withFiles = new Set(files);
  return new Map(rows.map((row) => [row.id, { ...row, hasFiles: row.hasFiles && withFiles.has(row.id) }]));
}

/** Keeps others from changing these uploads, as from reading them again, until the end of the transaction. */
export async function lockUploads(client: PoolClient, ids: readonly number[]): Promise<void> {
  await client.query('SELECT FROM uploads WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [ids]);
}

/**
 * What names columns in a permalink: its address, and of a frozen heatmap its columns. A series that was frozen holds the
 * numbers of all of its nights, and names none of them.
 */
const LINKS = `
SELECT id, heatmaps, concat_ws(' ', path, jsonb_path_query_array(snapshot, '$.view.matrix.columns[*].slug')::text) AS names
FROM permalinks WHERE id > $1 ORDER BY id`;

interface LinkRow {
  id: number;
  heatmaps: HeatmapAddress[];
  names: string;
}

export type PermalinkNames = ReturnType<typeof openPermalinkNames>;

/** Nights that permalinks name. Snapshots are large: each is read once, and what came since when it is asked for. */
export function openPermalinkNames() {
  /** By heatmap; those that don't say theirs, under no name. */
  const links = new Map<string, string[]>();
  let newest = 0;
  const linksOf = (key: string) => links.get(key) ?? [];
  return {
    /** Takes what was shared since the last time. */
    async refresh(client: Queries): Promise<void> {
      for (const { id, heatmaps, names } of await listRows<LinkRow>(client, LINKS, [newest])) {
        newest = id;
        const keys = heatmaps.length === 0 ? [''] : heatmaps.map(addressKey);
        for (const key of keys) links.set(key, [...linksOf(key), names]);
      }
    },
    /** True when an address or a frozen heatmap has the column; a slug within a longer one counts as named. */
    isNamed: (night: Night): boolean =>
      [...linksOf(addressKey(night)), ...linksOf('')].some((names) => names.includes(night.column)),
  };
}
