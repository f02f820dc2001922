import type { Database } from '@basecase/db/database';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';

import { listProductHeatmaps } from '@basecase/db/queries/heatmaps/list-product-heatmaps';
import { listRunFacets, listRuns } from '@basecase/db/queries/list-runs';
import { listServers } from '@basecase/db/queries/list-servers';
import { readSearchCatalog } from '@basecase/db/queries/search/read-catalog';
import { listUploads } from '@basecase/db/queries/uploads/list-uploads';
import { listEvents } from '@basecase/db/regressions/events/list-events';
import { listNewestRows } from '@basecase/db/regressions/events/newest-rows';
import { listRegressionFacets } from '@basecase/db/regressions/list/list-facets';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { importMadeUpRun } from '@basecase/db/testing/import-bench';
import {
  atMost,
  type BenchRow,
  median,
  milliseconds,
  quantile,
  repeat,
  timeMs,
  withDatabase,
} from '../measure';
import { HUGE } from './seed-lists';

const REPEATS = 40;
const LIST_MS = 30;
const COMPARE_MS = 20;

/** The queries of a page when data was written since its last request. */
const LISTS: Record<string, (database: Database) => Promise<unknown>> = {
  home: async (database) => {
    await listNewestRows(database);
    await listEvents(database);
  },
  runs: (database) => Promise.all([listRuns(database), listRunFacets(database)]),
  uploads: (database) => listUploads(database, {}),
  regressions: (database) => Promise.all([listEvents(database), listRegressionFacets(database)]),
  search: (database) => readSearchCatalog(database),
  servers: (database) => Promise.all([listServers(database), listProductHeatmaps(database)]),
};

/**
 * The cost of lists and a heatmap in a large database, each time after a write to some heatmap.
 *
 * @param databaseUrl filled by `seedLists`
 */
export function benchLists(databaseUrl: string): Promise<BenchRow[]> {
  return withDatabase(databaseUrl, async (database) => {
    const rows: BenchRow[] = [];
    for (const [name, list] of Object.entries(LISTS)) {
      const p95 = await measure(database, () => list(database));
      rows.push(row(`(n) list of ${name} after a write, 500,000 runs in 5,000 heatmaps, p95`, p95, LIST_MS));
    }
    let workload = 0;
    const compare = await measure(database, () => {
      workload = (workload % HUGE.workloads) + 1;
      return getCompareView(database, { server: 'bench-7', workload: `bench-${workload}` });
    });
    return [...rows, row('(n) one heatmap there, p95', compare, COMPARE_MS)];
  });
}

const row = (what: string, ms: number, limit: number) => atMost(what, ms, { limit, show: milliseconds(1) });

/** @returns milliseconds, of which one time in twenty takes longer */
async function measure(database: Database, read: () => Promise<unknown>): Promise<number> {
  // Connections and plans are there, as in a process that has answered before.
  const times = await repeat(REPEATS + 5, async (turn) => {
    await writeSomewhere(database, turn);
    return timeMs(read);
  });
  return quantile(times.slice(5), 0.95);
}

/** What a transaction does last that stored a run in a heatmap. */
async function writeSomewhere({ pool }: Database, turn: number): Promise<void> {
  await pool.query(
    `WITH taken AS (UPDATE epochs SET newest = newest + 1 RETURNING newest)
     UPDATE heatmaps SET epoch = newest, latest_run_at = now() FROM taken WHERE id = 1 + $1 * 100`,
    [turn],
  );
}

const IMPORTS = 30;
const WARM_UP = 5;
const SERVERS = 4;
const IMPORT_MS = 40;
const RECORDS_MS = 300;

/** What it costs to bring a run where 500,000 are stored, and to judge the heatmap that it touched. */
export function benchImports(databaseUrl: string): Promise<BenchRow[]> {
  return withDatabase(databaseUrl, importOneByOne);
}

async function importOneByOne(database: Database): Promise<BenchRow[]> {
  const imports: number[] = [];
  const records: number[] = [];
  for (let run = -WARM_UP; run < IMPORTS; run += 1) {
    const made = { server: `bench-${1 + ((run + WARM_UP) % SERVERS)}`, version: `20.${run + WARM_UP}` };
    const imported = await timeMs(() => importMadeUpRun(database, made));
    const judged = await timeMs(() => recomputeRegressions(database));
    if (run < 0) continue;
    imports.push(imported);
    records.push(judged);
  }
  return [
    row('(n) import of a run of 33 tests, 500,000 runs stored, median', median(imports), IMPORT_MS),
    row('(n) records of the heatmap that it touched, median', median(records), RECORDS_MS),
  ];
}
