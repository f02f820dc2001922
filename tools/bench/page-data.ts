import type { Database } from '@basecase/db/database';
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
import { type BenchRow, slowestRow, withDatabase } from './measure';

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
export function benchPageData(url: string): Promise<BenchRow> {
  return withDatabase(url, (database) => {
    const reads = Object.entries(READS).map(([name, read]) => [name, () => read(database)]);
    const what = '(g) data of pages out of the database, 10,000 runs in it, p95';
    return slowestRow(what, Object.fromEntries(reads), { calls: 60, warmUp: 5, limit: 30 });
  });
}
