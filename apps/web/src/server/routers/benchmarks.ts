import { listBenchmarkViews } from '@basecase/db/queries/heatmaps/list-benchmark-views';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { listStatementLatencies } from '@basecase/db/queries/why/list-statement-latencies';
import { z } from 'zod';
import { benchmark, heatmap, slug } from '../input-schemas';
import { procedure, reading, router } from '../trpc';

export const benchmarksRouter = router({
  /** Every server × workload of one benchmark that has results. */
  heatmaps: procedure
    .input(z.object({ benchmark }))
    .query(
      reading(async (db, { benchmark }) =>
        (await listHeatmaps(db)).filter(({ workload }) => workload.benchmark === benchmark),
      ),
    ),

  /** Whole heatmaps with every metric, in the order asked for; NOT_FOUND when one of them is not there. */
  views: procedure.input(z.array(heatmap).max(60)).query(reading(listBenchmarkViews)),

  /** Latencies of the statements of a pgbench test, of each of the columns. Reads files. */
  statements: procedure
    .input(heatmap.extend({ test: slug, columns: z.array(slug).max(200) }))
    .query(({ ctx, input }) => listStatementLatencies(ctx.db, ctx.blobs, input)),
});
