import { median } from '@basecase/analysis';
import { type BenchmarkId, isBenchmarkId, unitConversion } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { NotFoundError } from '../../errors';
import type { ClientCurve, ClientPoint } from '../../types';
import type { CellAddress } from '../get-cell-evidence';

/** `40 clients` in the label of a workload: what differs between two that are the same but for it. */
const CLIENTS_IN_LABEL = String.raw`,?\s*\m\d+ (?:clients?|virtual users?|threads?)\M`;
/** `vu8.w100`: the number of virtual users is in the name of the test. */
const VIRTUAL_USERS = /^vu(\d+)((?:\.w\d+)?)$/;

/** Workloads that differ from one in their clients only, it among them. */
const SAME_WORKLOADS = `
SELECT other.id, other.slug, other.clients
FROM workloads own
JOIN workloads other ON other.benchmark_id = own.benchmark_id
  AND (other.tables, other.rows_per_table, other.primary_key, other.cached, other.published_title, other.published_base)
    IS NOT DISTINCT FROM
    (own.tables, own.rows_per_table, own.primary_key, own.cached, own.published_title, own.published_base)
  AND regexp_replace(coalesce(other.label, ''), $2, '', 'g') = regexp_replace(coalesce(own.label, ''), $2, '', 'g')
WHERE own.slug = $1`;

/**
 * Throughput of one result: the computed one if there are two. Left out, as for verdicts: failed results, those
 * contradicted by their log, and bad runs.
 */
const VALUES = `
SELECT DISTINCT ON (r.heatmap_id, r.id) w.slug AS workload, v.slug AS column, t.key AS test, t.unit, r.unit AS "ownUnit", w.benchmark_id AS benchmark,
  coalesce(r.clients, w.clients) AS clients, m.value
FROM runs run
JOIN heatmaps h ON h.id = run.heatmap_id
JOIN workloads w ON w.id = h.workload_id
JOIN variants v ON v.id = run.variant_id
JOIN servers s ON s.id = h.server_id
JOIN results r ON r.heatmap_id = run.heatmap_id AND r.run_id = run.id
JOIN tests t ON t.id = r.test_id
JOIN measurements m ON m.heatmap_id = r.heatmap_id AND m.result_id = r.id AND m.metric = 'throughput' AND m.doubt IS NULL
WHERE s.slug = $1 AND h.workload_id = ANY ($2) AND v.slug = ANY ($3) AND t.key ~ $4 AND r.status IN ('ok', 'warmup')
  AND NOT EXISTS (
    SELECT FROM noise_exclusions e WHERE e.heatmap_id = run.heatmap_id AND e.run_id = run.id AND e.other_id IS NULL AND e.removed_at IS NULL)
ORDER BY r.heatmap_id, r.id, m.source DESC`;

interface Value {
  workload: string;
  column: string;
  test: string;
  /** Of the test, and of the result. */
  unit: string;
  ownUnit: string;
  benchmark: BenchmarkId;
  clients: number | null;
  value: number;
}

/**
 * The same test on the same server at every number of clients that was measured, for a column and its base. Medians
 * where there are several results.
 *
 * @throws NotFoundError for a workload that does not exist
 */
export async function getClientCurve(
  database: Database,
  { server, workload, test, column, base }: CellAddress & { base: string },
): Promise<ClientCurve> {
  const { rows: workloads } = await database.pool.query<{ id: number }>(SAME_WORKLOADS, [
    workload,
    CLIENTS_IN_LABEL,
  ]);
  if (workloads.length === 0) throw new NotFoundError(`Unknown workload "${workload}".`);
  const users = VIRTUAL_USERS.exec(test);
  const { rows } = await database.pool.query<Value>(VALUES, [
    server,
    workloads.map(({ id }) => id),
    [...new Set([column, base])],
    users ? `^vu\\d+${literal(users[2] ?? '')}$` : `^${literal(test)}$`,
  ]);
  const points = new Map<number, { workload: string; test: string; own: number[]; base: number[] }>();
  for (const value of rows) {
    const clients = Number(VIRTUAL_USERS.exec(value.test)?.[1] ?? value.clients ?? Number.NaN);
    if (!Number.isSafeInteger(clients) || clients <= 0) continue;
    const { workload: slug, test: key } = value;
    const point = points.get(clients) ?? { workload: slug, test: key, own: [], base: [] };
    const number = numberInUnitOfTest(value);
    if (number === null) continue;
    if (value.column === column) point.own.push(number);
    if (value.column === base) point.base.push(number);
    points.set(clients, point);
  }
  return {
    unit: rows[0]?.unit ?? '',
    isBase: column === base,
    points: [...points]
      .sort(([a], [b]) => a - b)
      .map(
        ([clients, point]): ClientPoint => ({
          clients,
          workload: point.workload,
          test: point.test,
          own: median(point.own),
          base: median(point.base),
          results: point.own.length + (column === base ? 0 : point.base.length),
        }),
      ),
  };
}

/** Null where it is in a unit of another kind: nothing compares it. */
function numberInUnitOfTest({ value, unit, ownUnit, benchmark }: Value): number | null {
  return isBenchmarkId(benchmark) ? value : (unitConversion(ownUnit, unit)?.(value) ?? null);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
