import type { BenchmarkId } from '@basecase/ingest/model';
import type { Database } from '../database';
import type { ServerEntry } from '../types/servers';
import { SERVER_JSON, type ServerRow, toServerView } from './views';

/** Runs are counted by server, workload and variant before any name is looked up. */
const LIST_SERVERS = `
WITH counted AS MATERIALIZED (
  SELECT server_id, workload_id, variant_id, count(*) AS runs, max(at) AS latest
  FROM runs GROUP BY server_id, workload_id, variant_id
), of_products AS MATERIALIZED (
  SELECT server_id, product_id, sum(runs) AS runs, max(latest) AS latest
  FROM counted JOIN variants ON variants.id = variant_id
  GROUP BY server_id, product_id
), of_workloads AS MATERIALIZED (
  SELECT DISTINCT server_id, workload_id FROM counted
)
SELECT ${SERVER_JSON} AS server, sum(runs)::int AS runs, max(latest) AS latest,
  array_agg(products.name ORDER BY products.name) AS products,
  ARRAY(SELECT DISTINCT benchmark_id FROM of_workloads JOIN workloads ON workloads.id = workload_id
    WHERE of_workloads.server_id = servers.id ORDER BY benchmark_id) AS benchmarks
FROM of_products
JOIN servers ON servers.id = server_id
JOIN products ON products.id = product_id
GROUP BY servers.id
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
