import type { Pool } from 'pg';
import { heatmapIdsOfServer } from '../epochs/heatmap-ids';
import type { FactChangeView, FactReading, ServerFact, ServerFactView } from '../types/server-page';
import { SERVER_FACTS } from './server-facts';

const CHANGES = `
SELECT changes.id::text AS id, fact, before, by, at, value IS NULL AS "isTakenBack",
  -- After something was taken back, what the next change found was in force; after the last one, what is in force now.
  coalesce(value, lead(before) OVER later,
    to_jsonb(servers) ->> CASE fact WHEN 'memoryBytes' THEN 'memory_bytes' WHEN 'kind' THEN 'machine_kind' ELSE fact END) AS value,
  row_number() OVER (PARTITION BY fact ORDER BY changes.id DESC) = 1 AS "isNewest"
FROM server_fact_changes AS changes JOIN servers ON servers.id = server_id
WHERE server_id = $1
WINDOW later AS (PARTITION BY fact ORDER BY changes.id)
ORDER BY changes.id DESC`;

interface ChangeRow extends Omit<FactChangeView, 'at'> {
  at: Date;
}

/** Who said what about a server, the newest first. */
export async function listFactChanges(pool: Pool, serverId: number): Promise<FactChangeView[]> {
  const { rows } = await pool.query<ChangeRow>(CHANGES, [serverId]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Of each fact that uploads carried: its values, with the runs that have them. */
const READINGS = `
SELECT fact, value, "fromConfig", count(*)::int AS runs, min(at) AS first, max(at) AS last
FROM (
  SELECT runs.at, facts.* FROM runs
  JOIN server_readings AS readings ON readings.heatmap_id = runs.heatmap_id AND readings.run_id = runs.id,
  LATERAL (VALUES ('cores', cores::text, cores_from_class), ('cpu', cpu, false),
    ('memoryBytes', memory_bytes::text, memory_from_class), ('storage', storage, false), ('os', os, false),
    ('kind', coalesce(kind, kind_seen), false)) AS facts (fact, value, "fromConfig")
  WHERE runs.heatmap_id = ANY ($1) AND facts.value IS NOT NULL
) AS readings
GROUP BY fact, value, "fromConfig" ORDER BY fact, "fromConfig", runs DESC, value`;

interface ReadingRow {
  fact: ServerFact;
  value: string;
  fromConfig: boolean;
  runs: number;
  first: Date;
  last: Date;
}

interface StoredServer {
  id: number;
  cores: number | null;
  cpu: string | null;
  memoryBytes: bigint | null;
  storage: string | null;
  os: string | null;
  kind: string | null;
}

/** Every fact of a server with its source, including unknown ones. */
export async function listFacts(
  pool: Pool,
  { server, changes }: { server: StoredServer; changes: readonly FactChangeView[] },
): Promise<ServerFactView[]> {
  const { rows } = await pool.query<ReadingRow>(READINGS, [await heatmapIdsOfServer(pool, server.id)]);
  return SERVER_FACTS.map((fact) => {
    const readings = rows.filter((row) => row.fact === fact).map(toReading);
    const last = changes.find((change) => change.fact === fact);
    const said = last && !last.isTakenBack ? { by: last.by, at: last.at } : null;
    const value = server[fact] === null ? null : String(server[fact]);
    return { fact, value, source: sourceOf({ value, said, readings }), said, readings };
  });
}

function sourceOf({
  value,
  said,
  readings,
}: Pick<ServerFactView, 'value' | 'said' | 'readings'>): ServerFactView['source'] {
  if (value === null) return null;
  if (said) return 'said';
  const found = readings.filter((reading) => reading.value === value);
  if (found.some(({ fromConfig }) => !fromConfig)) return 'read';
  return found.length > 0 ? 'config' : null;
}

function toReading({ value, fromConfig, runs, first, last }: ReadingRow): FactReading {
  return {
    value,
    ...(fromConfig && { fromConfig }),
    runs,
    firstAt: first.toISOString(),
    lastAt: last.toISOString(),
  };
}
