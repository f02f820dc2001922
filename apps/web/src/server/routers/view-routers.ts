import type { SweepAxis } from '@basecase/analysis';
import { slug } from '@basecase/contract/fields';
import { addAnnotation, removeAnnotation } from '@basecase/db/annotations/annotations';
import { listBenchmarkViews } from '@basecase/db/queries/heatmaps/list-benchmark-views';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { listProductColumns } from '@basecase/db/queries/heatmaps/list-product-columns';
import { listProductHeatmaps } from '@basecase/db/queries/heatmaps/list-product-heatmaps';
import { listProductViews } from '@basecase/db/queries/heatmaps/list-product-views';
import { listTests } from '@basecase/db/queries/heatmaps/list-tests';
import { getSeries } from '@basecase/db/queries/series/get-series';
import { getSeriesOverview } from '@basecase/db/queries/series/get-series-overview';
import { listSeriesLines } from '@basecase/db/queries/series/list-series-lines';
import { getSweep } from '@basecase/db/queries/sweeps/get-sweep';
import { listStatementLatencies } from '@basecase/db/queries/why/list-statement-latencies';
import { listLineRecords } from '@basecase/db/regressions/list-line-records';
import { getHeatmapNoise } from '@basecase/db/regressions/noise/noise-atlas';
import { z } from 'zod';
import { benchmark, byId, heatmap, metric } from '../input-schemas';
import { annotationInput } from '../series/series-schemas';
import { procedure, reading, router, writeProcedure, writing } from '../trpc';

/** Nights that an overview may show: as many as its sparklines have room for. */
const MAX_NIGHTS = 400;

const seriesRouter = router({
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
    .mutation(writing((db, input) => addAnnotation(db, { ...input, product: null }))),

  /** Takes it back; it stays in the list, with who did. */
  unannotate: writeProcedure.input(byId).mutation(writing((db, input) => removeAnnotation(db, input))),
});

const heatmaps = z.array(heatmap).max(12);

const serversRouter = router({
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

const benchmarksRouter = router({
  /** Every server × workload of one benchmark that has results; null: of all. */
  heatmaps: procedure
    .input(z.object({ benchmark: benchmark.nullable() }))
    .query(
      reading(async (db, { benchmark }) =>
        (await listHeatmaps(db)).filter(
          ({ workload }) => benchmark === null || workload.benchmark === benchmark,
        ),
      ),
    ),

  /** A workload at every number of clients, or by a setting of its configs. */
  sweep: procedure
    .input(
      heatmap.extend({
        axis: z.custom<SweepAxis>((axis) => /^(clients|config\..{1,100})$/.test(String(axis))),
      }),
    )
    .query(reading(getSweep)),

  /** Whole heatmaps with every metric, in the order asked for; NOT_FOUND when one of them is not there. */
  views: procedure.input(z.array(heatmap).max(60)).query(reading(listBenchmarkViews)),

  /** Latencies of the statements of a pgbench test, of each of the columns. Reads files. */
  statements: procedure
    .input(heatmap.extend({ test: slug, columns: z.array(slug).max(200) }))
    .query(({ ctx, input }) => listStatementLatencies(ctx.db, ctx.blobs, input)),
});

const manyHeatmaps = z.array(heatmap).max(24);

const trendsRouter = router({
  /** Every heatmap with the versions of each product in it. */
  heatmaps: procedure.query(reading(listProductHeatmaps)),

  /** Tests of a benchmark, in domain order. */
  tests: procedure.input(benchmark).query(reading(listTests)),

  /** Values over all versions of a product; `tests: null` reads all tests. */
  views: procedure
    .input(
      z.object({
        product: slug,
        heatmaps: manyHeatmaps,
        metrics: z.array(metric).min(1).max(5),
        tests: z.array(slug).max(500).nullable(),
      }),
    )
    .query(reading((db, input) => listProductViews(db, { ...input, columns: null }))),

  /** Regression records of a product's tests, each with the column where it starts. */
  records: procedure
    .input(z.object({ product: slug, heatmaps: manyHeatmaps, tests: z.array(slug).max(20) }))
    .query(reading(listLineRecords)),
});

/** Routers of the views that are shared as documents (`ViewSource` of @basecase/views/share). */
export const VIEW_ROUTERS = {
  benchmarks: benchmarksRouter,
  series: seriesRouter,
  servers: serversRouter,
  trends: trendsRouter,
};
