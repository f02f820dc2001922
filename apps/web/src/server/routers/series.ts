import { addAnnotation, removeAnnotation } from '@basecase/db/annotations/annotations';
import { getSeries } from '@basecase/db/queries/series/get-series';
import { getSeriesOverview } from '@basecase/db/queries/series/get-series-overview';
import { listSeriesLines } from '@basecase/db/queries/series/list-series-lines';
import { z } from 'zod';
import { actorOf } from '../access/auth';
import { heatmap, slug } from '../input-schemas';
import { annotationInput } from '../series/annotation-schemas';
import { procedure, reading, router, writeProcedure } from '../trpc';

/** Nights that an overview may show: as many as its sparklines have room for. */
const MAX_NIGHTS = 400;

export const seriesRouter = router({
  /** Every line of nights, the one with the newest night first. */
  lines: procedure.query(reading(listSeriesLines)),

  /** One test of a line over time, with its levels and changes. */
  series: procedure.input(heatmap.extend({ test: slug, line: slug.optional() })).query(reading(getSeries)),

  /** All tests of a line: their last level against the last release. */
  overview: procedure
    .input(heatmap.extend({ line: slug.optional(), nights: z.number().int().min(1).max(MAX_NIGHTS) }))
    .query(reading(getSeriesOverview)),

  /** Records an external event; the series of its server are evaluated again. */
  annotate: writeProcedure
    .input(
      z.object({
        at: annotationInput.shape.at,
        label: annotationInput.shape.label,
        /** Null: it happened to all servers. */
        server: slug.nullable(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
      await addAnnotation(ctx.db, { ...input, product: null, by });
    }),

  /** Takes it back; it stays in the list, with who did. */
  unannotate: writeProcedure.input(z.object({ id: z.string().max(20) })).mutation(async ({ ctx, input }) => {
    await removeAnnotation(ctx.db, { ...input, by: await actorOf(ctx.headers ?? new Headers(), ctx.db) });
  }),
});
