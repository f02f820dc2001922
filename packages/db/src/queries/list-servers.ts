import type { BenchmarkId } from '@basecase/ingest/model';
import type { Database } from '../database';
import type { ServerEntry } from '../types/servers';
import { SERVER_JSON, type ServerRow, toServerView } from './views';

/** Reads the rows of heatmaps, and no run. */
const LIST_SERVERS = `
WITH own AS MATERIALIZED (
  SELECT server_id, benchmark_id, products, run_count, latest_run_at
  FROM heatmaps JOIN workloads ON workloads.id = workload_id WHERE run_count > 0
), of_products AS (
  SELECT server_id, array_agg(DISTINCT product ORDER BY product) AS products
  FROM own, unnest(products) AS product GROUP BY server_id
), sums AS (
  SELECT server_id, sum(run_count)::int AS runs, max(latest_run_at) AS latest,
    array_agg(DISTINCT benchmark_id ORDER BY benchmark_id) AS benchmarks
  FROM own GROUP BY server_id
)
SELECT ${SERVER_JSON} AS server, runs, latest, products, benchmarks
FROM sums JOIN of_products USING (server_id) JOIN servers ON servers.id = server_id
ORDER BY latest DESC, servers.slug`;

interface Row {
  server: ServerRow;
  runs: number;
  latest: Date;
  products: string[];
  benchmarks: BenchmarkId[];
}

/** Every server that has runs; the one that was measured last comes first. */
export async function listServers({ pool }: Database): Promise<ServerEntry[]> {
  const { rows } = await pool.query<Row>({ name: 'servers', text: LIST_SERVERS });
  return rows.map(({ server, runs, products, benchmarks, latest }) => ({
    ...toServerView(server),
    runs,
    products,
    benchmarks,
    latestRunAt: latest.toISOString(),
  }));
}
