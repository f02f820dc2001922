import { listHeatmaps, listJudgedViews, listRegressions, listRuns } from '@basecase/db';
import { z } from 'zod';
import { heatmap } from '../input-schemas';
import { procedure, reading, router } from '../trpc';

/** Enough for the largest of every server. */
const RECORDS = 100;

export const homeRouter = router({
  /** What is loaded: every server × workload. */
  heatmaps: procedure.query(reading(listHeatmaps)),

  /** Newest first. */
  latestRuns: procedure
    .input(z.object({ limit: z.number().int().min(1).max(50) }))
    .query(reading(async (db, input) => (await listRuns(db, input)).runs)),

  /** Open regressions and improvements, the largest of each. */
  records: procedure.query(
    reading(async (db) => {
      const kinds = ['regression', 'improvement'] as const;
      const lists = await Promise.all(
        kinds.map((kind) => listRegressions(db, { kind, state: 'open', pageSize: RECORDS })),
      );
      return lists.flatMap(({ regressions }) => regressions);
    }),
  ),

  /** Several heatmaps with their noise, in the order asked for: what the changes between releases are found in. */
  views: procedure.input(z.array(heatmap).max(100)).query(reading(listJudgedViews)),
});
