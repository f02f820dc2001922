import {
  getCellDetails,
  getCellEvidence,
  getCompareView,
  getHeatmapNoise,
  getLogExcerpt,
  listColumnSetups,
  listHeatmaps,
} from '@basecase/db';
import { z } from 'zod';
import { heatmap, slug } from '../input-schemas';
import { procedure, reading, router } from '../trpc';

const line = z.number().int().positive();
/** 1: the first repeat of the oldest run. */
const repeat = z.number().int().min(1).max(10_000).default(1);
const cellInput = heatmap.extend({ test: slug, column: slug, base: slug });

export const compareRouter = router({
  /** Every server × workload that has results. */
  heatmaps: procedure.query(reading(listHeatmaps)),

  /** The absolute values of one heatmap; NOT_FOUND for a server or workload that does not exist. */
  view: procedure.input(heatmap).query(reading(getCompareView)),

  /** How much its tests move when nothing changed: what verdicts rest on. */
  noise: procedure.input(heatmap).query(reading(getHeatmapNoise)),

  /** What its columns ran with besides what their names say. */
  setups: procedure.input(heatmap).query(reading(listColumnSetups)),

  /** Everything known about one cell, and about the cell of the base it is divided by. */
  evidence: procedure.input(cellInput).query(
    reading(async (db, { base, ...cell }) => {
      const [own, ofBase] = await Promise.all([
        getCellEvidence(db, cell),
        base === cell.column ? null : getCellEvidence(db, { ...cell, column: base }),
      ]);
      return { cell: own, base: ofBase };
    }),
  ),

  /** What the logs of a cell and of its base hold over time. Reads files: asked for when somebody looks. */
  details: procedure.input(cellInput.extend({ repeat })).query(async ({ ctx, input: { base, ...cell } }) => {
    const [own, ofBase] = await Promise.all([
      getCellDetails(ctx.db, ctx.blobs, cell),
      base === cell.column ? null : getCellDetails(ctx.db, ctx.blobs, { ...cell, column: base }),
    ]);
    return { cell: own, base: ofBase };
  }),

  /** The log lines a number was read from, with some around them. */
  excerpt: procedure
    .input(
      z.object({
        artifactId: slug,
        line,
        lineEnd: line,
        context: z.number().int().min(0).max(50).default(2),
      }),
    )
    .query(({ ctx, input }) => getLogExcerpt(ctx.db, ctx.blobs, input)),
});
