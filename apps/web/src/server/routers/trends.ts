import { listLineRecords, listProductHeatmaps, listProductViews, listTests } from '@basecase/db';
import { isBenchmarkId, METRICS, type MetricId } from '@basecase/ingest/model';
import { z } from 'zod';
import { procedure, reading, router } from '../trpc';

const slug = z.string().min(1).max(300);
const metric = z.string().refine((id): id is MetricId => Object.hasOwn(METRICS, id));

const heatmaps = z.array(z.object({ server: slug, workload: slug })).max(24);

export const trendsRouter = router({
  /** Every heatmap with the versions of each product in it. */
  heatmaps: procedure.query(reading(listProductHeatmaps)),

  /** Tests of a benchmark, in domain order. */
  tests: procedure.input(z.string().refine(isBenchmarkId)).query(reading(listTests)),

  /** Values over all versions of a product; `tests: null` reads all tests. */
  views: procedure
    .input(
      z.object({
        product: slug,
        heatmaps,
        metrics: z.array(metric).min(1).max(5),
        tests: z.array(slug).max(500).nullable(),
      }),
    )
    .query(reading((db, input) => listProductViews(db, { ...input, columns: null }))),

  /** Regression records of a product's tests, each with the column where it starts. */
  records: procedure
    .input(z.object({ product: slug, heatmaps, tests: z.array(slug).max(20) }))
    .query(reading(listLineRecords)),
});
