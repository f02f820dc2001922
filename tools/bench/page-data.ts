import { type Database, openDatabase } from '@basecase/db/database';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import { listColumnSetups } from '@basecase/db/queries/heatmaps/list-column-setups';

import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { listProductHeatmaps } from '@basecase/db/queries/heatmaps/list-product-heatmaps';
import { listRunFacets, listRuns } from '@basecase/db/queries/list-runs';
import { listServers } from '@basecase/db/queries/list-servers';
import { listUploads } from '@basecase/db/queries/uploads/list-uploads';
import { listEvents } from '@basecase/db/regressions/events/list-events';
import { listNewestRows } from '@basecase/db/regressions/events/newest-rows';
import { listRegressionFacets } from '@basecase/db/regressions/list/list-facets';
import { listRegressions } from '@basecase/db/regressions/list-regressions';
import { getHeatmapNoise, listNoiseAtlas } from '@basecase/db/regressions/noise/noise-atlas';
import { type BenchRow, median, quantile, timeMs } from './measure';

const CALLS = 60;
const AIM_MS = 30;
const HEATMAP = { server: 'bench-1', workload: 'bench-1' };

/** What pages read, each as it is when nothing is kept in memory. */
const READS: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  heatmaps: listHeatmaps,
  'newest versions of everything': listNewestRows,
  servers: listServers,
  'heatmap of a page': (database) => getCompareView(database, HEATMAP),
  'its noise': (database) => getHeatmapNoise(database, HEATMAP),
  'its setups': (database) => listColumnSetups(database, HEATMAP),
  'heatmaps by product': listProductHeatmaps,
  runs: (database) => listRuns(database),
  'search of runs': (database) => listRuns(database, { search: 'bench-3 9.4' }),
  'filters of runs': listRunFacets,
  uploads: (database) => listUploads(database),
  regressions: (database) => listEvents(database),
  'records of regressions': (database) => listRegressions(database),
  'filters of regressions': listRegressionFacets,
  'noise of all heatmaps': (database) => listNoiseAtlas(database),
};

/** The data of each page out of the database, without what the app keeps in memory: the worst of them. */
export async function benchPageData(url: string): Promise<BenchRow> {
  const database = openDatabase(url);
  try {
    const found: { name: string; p95: number }[] = [];
    for (const [name, read] of Object.entries(READS)) {
      for (let i = 0; i < 5; i += 1) await read(database);
      const times: number[] = [];
      for (let i = 0; i < CALLS; i += 1) times.push(await timeMs(() => read(database)));
      found.push({ name, p95: quantile(times, 0.95) });
    }
    found.sort((a, b) => b.p95 - a.p95);
    const [slowest] = found;
    const within = found.filter(({ p95 }) => p95 <= AIM_MS).length;
    return {
      what: '(g) data of pages out of the database, 10,000 runs in it, p95',
      aim: `≤ ${AIM_MS} ms`,
      reached: `${median(found.map(({ p95 }) => p95)).toFixed(0)} ms in the median, ${slowest?.p95.toFixed(0)} ms at most (${slowest?.name}); ${within} of ${found.length} within`,
      met: within === found.length,
    };
  } finally {
    await database.close();
  }
}
