import { groupBy } from '@basecase/analysis';
import type { NamedResult } from '@basecase/ingest';
import { type Measurement, type NormalizedRun, WORKLOAD_PARTS } from '@basecase/ingest/model';
import { arraysOf, listRows, type Queries } from '../rows';

/** A stored result of the same server, benchmark and variant as a run. */
export interface StoredResult extends NamedResult {
  /** In the heatmap that the run would be in. */
  isSameWorkload: boolean;
  /** Its throughput, if it has one. */
  measurements: Pick<Measurement, 'metric' | 'value' | 'unit'>[];
}

/** Heatmaps of servers with variants of releases, of all runs of an upload at once. */
const HEATMAPS = `
SELECT place::int - 1 AS place, heatmaps.id AS heatmap, variants.id AS variant, tables, rows_per_table AS "rowsPerTable",
  clients, primary_key AS "primaryKey", cached, workloads.label
FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
  AS asked (server, benchmark, product, version, flavour, config, place)
JOIN products ON products.name = asked.product
JOIN versions ON versions.product_id = products.id AND versions.name = asked.version
JOIN variants ON variants.version_id = versions.id AND build_id IS NULL
  AND variants.flavour IS NOT DISTINCT FROM asked.flavour
LEFT JOIN configs ON configs.id = config_id
JOIN heatmaps ON server_id = asked.server AND variants.id = ANY (variant_ids)
JOIN workloads ON workloads.id = workload_id AND benchmark_id = asked.benchmark
WHERE published_title IS NULL AND configs.name IS NOT DISTINCT FROM asked.config`;

/** Results of a column that are compared. */
const MOST_RESULTS = 2000;

const RESULTS = `
SELECT * FROM (
SELECT runs.variant_id AS variant, row_number() OVER (PARTITION BY runs.variant_id ORDER BY runs.id, results.id) AS place,
  runs.heatmap_id AS heatmap, runs.id AS run, runs.upload_id AS upload, runs.path AS directory,
  first_reading->>'rootLabel' AS root, first_reading->>'above' AS above, filename, identity_sources IS NULL AS "isNamed", runs.started_at AS "startedAt",
  tests.name AS test, tests.range, results.clients, command, results.unit,
  workloads.tables, workloads.rows_per_table AS "rowsPerTable", workloads.label,
  coalesce(min(artifact_id) FILTER (WHERE metric = 'throughput'), min(artifact_id)) AS artifact,
  max(value) FILTER (WHERE metric = 'throughput') AS throughput
FROM unnest($1::bigint[], $2::bigint[]) AS asked (heatmap, variant)
JOIN runs ON runs.heatmap_id = asked.heatmap AND runs.variant_id = asked.variant
JOIN uploads ON uploads.id = runs.upload_id
JOIN workloads ON workloads.id = runs.workload_id
JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id
JOIN tests ON tests.id = results.test_id
LEFT JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND measurements.result_id = results.id
WHERE sha256 <> $3 AND NOT is_summary
  AND (identity_sources IS NOT NULL OR (started_at IS NULL AND runs.campaign IS NULL AND rounds IS NULL))
GROUP BY runs.heatmap_id, runs.id, runs.upload_id, runs.path, first_reading, filename, identity_sources, runs.started_at,
  tests.id, results.id, results.clients, command, results.unit, workloads.id
) AS found
WHERE place <= ${MOST_RESULTS}
ORDER BY variant, place`;

interface Row {
  variant: number;
  /** Among the results of its column, from 1. */
  place: number;
  heatmap: number;
  run: number;
  upload: number;
  directory: string;
  root: string | null;
  above: string | null;
  filename: string;
  isNamed: boolean;
  startedAt: Date | null;
  test: string;
  range: number | null;
  clients: number | null;
  command: string | null;
  unit: string;
  tables: number | null;
  rowsPerTable: number | null;
  label: string | null;
  artifact: number | null;
  throughput: number | null;
}

/** Kinds of files whose rows say themselves what they are. */
const TABLES = ['results-json', 'results-table'];

/** A run of an upload that is not stored yet. */
export interface AskedRun {
  run: NormalizedRun;
  serverId: number;
  /** sha256 of its logs. */
  logs: readonly string[];
}

type PlacedHeatmap = { place: number; heatmap: number; variant: number } & Pick<
  NormalizedRun['workload'],
  (typeof WORKLOAD_PARTS)[number]
>;

/**
 * Stored results of other uploads that runs would share a column with, on their servers: a fixed number of statements for
 * any number of runs. Stored runs of the same logs are the run itself, and left out.
 *
 * @param sha256 of the upload
 * @returns of each run
 */
export async function listStoredResults(
  client: Queries,
  asked: readonly AskedRun[],
  sha256: string,
): Promise<StoredResult[][]> {
  const heatmaps = await listRows<PlacedHeatmap>(client, HEATMAPS, [
    asked.map(({ serverId }) => serverId),
    asked.map(({ run }) => run.benchmark),
    ...(['product', 'version', 'flavour', 'config'] as const).map((field) =>
      asked.map(({ run }) => run.variant[field]),
    ),
  ]);
  if (heatmaps.length === 0) return asked.map(() => []);
  const pairs = [...new Map(heatmaps.map((pair) => [`${pair.heatmap} ${pair.variant}`, pair])).values()];
  const rows = await listRows<Row>(client, RESULTS, [...arraysOf(pairs, 'heatmap', 'variant'), sha256]);
  const logs = await listRows<{ sha256: string; run: number }>(
    client,
    'SELECT sha256, run_id AS run FROM log_identities WHERE sha256 = ANY ($1)',
    [[...new Set(asked.flatMap((each) => each.logs))]],
  );
  const files = await listRows<{ id: number; path: string; kind: string }>(
    client,
    'SELECT id, path, kind FROM artifacts WHERE upload_id = ANY ($1) AND id = ANY ($2)',
    [
      [...new Set(rows.map(({ upload }) => upload))],
      [...new Set(rows.flatMap(({ artifact }) => artifact ?? []))],
    ],
  );
  const fileOf = new Map(files.map((file) => [file.id, file]));
  const runsOf = groupBy(logs, (log) => log.sha256);
  const rowsOf = groupBy(rows, ({ heatmap, variant }) => `${heatmap} ${variant}`);
  const placesOf = groupBy(heatmaps, ({ place }) => String(place));
  return asked.map(({ run, logs: own }, place) => {
    const same = new Set(own.flatMap((log) => runsOf.get(log)?.map((each) => each.run) ?? []));
    const found = (placesOf.get(String(place)) ?? []).flatMap((heatmap) => {
      const isSame = WORKLOAD_PARTS.every(
        (field) => (heatmap[field] ?? null) === (run.workload[field] ?? null),
      );
      const ofColumn = rowsOf.get(`${heatmap.heatmap} ${heatmap.variant}`) ?? [];
      return ofColumn.map((row) => ({ row, isSame }));
    });
    // In the order in which they were stored, whatever their heatmap: a question is about the first.
    return found
      .toSorted((a, b) => a.row.place - b.row.place)
      .flatMap(({ row, isSame }) => {
        const file = row.artifact === null ? null : (fileOf.get(row.artifact) ?? null);
        if (same.has(row.run) || (file && TABLES.includes(file.kind))) return [];
        return [toStoredResult(row, { run, file: file?.path ?? row.directory, isSame })];
      });
  });
}

function toStoredResult(
  row: Row,
  { run, file, isSame }: { run: NormalizedRun; file: string; isSame: boolean },
): StoredResult {
  const { directory, isNamed, test, range, clients, command, throughput, unit } = row;
  const { tables, rowsPerTable, label } = row;
  return {
    ...{ root: row.root ?? row.filename, above: row.above },
    ...{ file, directory, isNamed, isSameWorkload: isSame },
    startedAt: row.startedAt?.toISOString() ?? null,
    result: { test, range, clients, command },
    run: { ...run, workload: { ...run.workload, tables, rowsPerTable, label } },
    measurements: throughput === null ? [] : [{ metric: 'throughput', value: throughput, unit }],
  };
}
