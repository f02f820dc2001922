import { listProductColumns } from '@basecase/db/queries/heatmaps/list-product-columns';
import { listProductHeatmaps } from '@basecase/db/queries/heatmaps/list-product-heatmaps';
import { listProductViews } from '@basecase/db/queries/heatmaps/list-product-views';
import { getHeatmapNoise } from '@basecase/db/regressions/noise/noise-atlas';
import { z } from 'zod';
import { heatmap, metric, slug } from '../input-schemas';
import { procedure, reading, router } from '../trpc';

const heatmaps = z.array(heatmap).max(12);

export const serversRouter = router({
  /** Every heatmap with the versions of each product in it. */
  heatmaps: procedure.query(reading(listProductHeatmaps)),

  /** Names of the columns of a product in some heatmaps. */
  columns: procedure.input(z.object({ product: slug, heatmaps })).query(reading(listProductColumns)),

  /** How much the tests of some heatmaps move when nothing changed, in the order asked for. */
  noise: procedure
    .input(z.object({ heatmaps }))
    .query(
      reading((db, input) => Promise.all(input.heatmaps.map((heatmap) => getHeatmapNoise(db, heatmap)))),
    ),

  /** Absolute values of some columns of a product in some heatmaps. */
  views: procedure
    .input(
      z.object({
        product: slug,
        heatmaps,
        metrics: z.array(metric).min(1).max(20),
        columns: z.array(slug).max(500),
      }),
    )
    .query(reading((db, input) => listProductViews(db, { ...input, tests: null }))),
});
