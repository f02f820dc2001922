import { listProductHeatmaps, listProductViews, listTests } from '@basecase/db';
import { isBenchmarkId, METRICS, type MetricId } from '@basecase/ingest/model';
import { z } from 'zod';
import { procedure, router } from '../trpc';

const slug = z.string().min(1).max(300);
const metric = z.string().refine((id): id is MetricId => Object.hasOwn(METRICS, id));

export const trendsRouter = router({
  /** Every heatmap with the versions of each product in it. */
  heatmaps: procedure.query(({ ctx }) => listProductHeatmaps(ctx.db)),

  /** Tests of a benchmark, in domain order. */
  tests: procedure
    .input(z.string().refine(isBenchmarkId))
    .query(({ ctx, input }) => listTests(ctx.db, input)),

  /** Values over all versions of a product; `tests: null` reads all tests. */
  views: procedure
    .input(
      z.object({
        product: slug,
        heatmaps: z.array(z.object({ server: slug, workload: slug })).max(24),
        metrics: z.array(metric).min(1).max(5),
        tests: z.array(slug).max(500).nullable(),
      }),
    )
    .query(({ ctx, input }) => listProductViews(ctx.db, { ...input, columns: null })),
});
