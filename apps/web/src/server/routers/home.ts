import { listHeatmapReleases, listHeatmaps, listRegressions, listServers, listUploads } from '@basecase/db';
import { procedure, reading, router } from '../trpc';

/** Enough for the largest of many releases. */
const RECORDS = 50;
const UPLOADS = 3;

export const homeRouter = router({
  /** What is loaded: every server × workload. */
  heatmaps: procedure.query(reading(listHeatmaps)),

  /** The releases of each, as they were judged last. */
  releases: procedure.query(reading(listHeatmapReleases)),

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
