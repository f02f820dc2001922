import { getCompareView, listHeatmaps, listLatestRuns } from '@basecase/db';
import { z } from 'zod';
import { procedure, router } from '../trpc';

export const homeRouter = router({
  /** What is loaded: every server × workload. */
  heatmaps: procedure.query(({ ctx }) => listHeatmaps(ctx.db)),

  /** Newest first. */
  latestRuns: procedure
    .input(z.object({ limit: z.number().int().min(1).max(50) }))
    .query(({ ctx, input }) => listLatestRuns(ctx.db, input.limit)),

  /** The values of several heatmaps, in the order asked for: what the changes between releases are found in. */
  views: procedure
    .input(z.array(z.object({ server: z.string(), workload: z.string() })).max(100))
    .query(({ ctx, input }) => Promise.all(input.map((entry) => getCompareView(ctx.db, entry)))),
});
