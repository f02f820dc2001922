import { slug } from '@basecase/contract/fields';
import { listProductHeatmaps } from '@basecase/db/queries/heatmaps/list-product-heatmaps';
import { listProductViews } from '@basecase/db/queries/heatmaps/list-product-views';
import { listTests } from '@basecase/db/queries/heatmaps/list-tests';
import { listLineRecords } from '@basecase/db/regressions/list-line-records';
import { z } from 'zod';
import { benchmark, heatmap, metric } from '../input-schemas';
import { procedure, reading, router } from '../trpc';

const heatmaps = z.array(heatmap).max(24);

export const trendsRouter = router({
  /** Every heatmap with the versions of each product in it. */
  heatmaps: procedure.query(reading(listProductHeatmaps)),

  /** Tests of a benchmark, in domain order. */
  tests: procedure.input(benchmark).query(reading(listTests)),

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
