import { listHeatmapReleases } from '@basecase/db/queries/heatmaps/list-heatmap-releases';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { listServers } from '@basecase/db/queries/list-servers';
import { listSeriesSummaries } from '@basecase/db/queries/series/list-series-lines';
import { listUploads } from '@basecase/db/queries/uploads/list-uploads';
import { listRegressions } from '@basecase/db/regressions/list-regressions';
import { procedure, reading, router } from '../trpc';

/** Enough for the largest of many releases. */
const RECORDS = 50;
const UPLOADS = 3;

export const homeRouter = router({
  /** What is loaded: every server × workload. */
  heatmaps: procedure.query(reading(listHeatmaps)),

  /** The releases of each, as they were judged last. */
  releases: procedure.query(reading(listHeatmapReleases)),

  /** Version lines, with the state of their tests against the last release. */
  nights: procedure.query(reading(listSeriesSummaries)),

  /** Every server with what was measured on it. */
  servers: procedure.query(reading(listServers)),

  /** Open regressions, the largest first. */
  records: procedure.query(
    reading(async (db) => {
      const { regressions } = await listRegressions(db, {
        kind: 'regression',
        state: 'open',
        pageSize: RECORDS,
      });
      return regressions;
    }),
  ),

  /** What was stored last. */
  uploads: procedure.query(
    reading(async (db) => (await listUploads(db, { state: 'stored', limit: UPLOADS })).uploads),
  ),
});
