import { getHeatmapNoise, listProductColumns, listProductHeatmaps, listProductViews } from '@basecase/db';
import { METRICS, type MetricId } from '@basecase/ingest/model';
import { z } from 'zod';
import { procedure, reading, router } from '../trpc';

const slug = z.string().min(1).max(300);
const heatmaps = z.array(z.object({ server: slug, workload: slug })).max(12);
const metric = z.string().refine((id): id is MetricId => Object.hasOwn(METRICS, id));

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
