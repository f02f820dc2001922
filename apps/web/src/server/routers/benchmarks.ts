import { listBenchmarkViews, listHeatmaps } from '@basecase/db';
import { isBenchmarkId } from '@basecase/ingest/model';
import { z } from 'zod';
import { procedure, router } from '../trpc';

const slug = z.string().min(1).max(300);

export const benchmarksRouter = router({
  /** Every server × workload of one benchmark that has results. */
  heatmaps: procedure
    .input(z.object({ benchmark: z.string().refine(isBenchmarkId) }))
    .query(async ({ ctx, input }) => {
      const entries = await listHeatmaps(ctx.db);
      return entries.filter(({ workload }) => workload.benchmark === input.benchmark);
    }),

  /** Whole heatmaps with every metric, in the order asked for; NOT_FOUND when one of them is not there. */
  views: procedure
    .input(z.array(z.object({ server: slug, workload: slug })).max(60))
    .query(({ ctx, input }) => listBenchmarkViews(ctx.db, input)),
});
