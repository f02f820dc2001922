import { lineDecisionBody } from '@basecase/contract/config-lines';
import { applyPendingLines, decideLine, undoLineDecision } from '@basecase/db/lines/line-decisions';
import { getConfigLines, previewLines } from '@basecase/db/lines/list-config-lines';
import { byId } from '../input-schemas';
import { procedure, reading, router, writeProcedure, writing } from '../trpc';

export const linesRouter = router({
  /** Configs that continue each other, proposals and decisions. */
  list: procedure.query(reading(getConfigLines)),

  /** Moves by joins in heatmaps that were judged before there were lines. */
  preview: procedure.query(({ ctx }) => previewLines(ctx.db)),

  /** Joins or splits two configs; their heatmaps are judged again. */
  decide: writeProcedure.input(lineDecisionBody).mutation(writing((db, input) => decideLine(db, input))),

  /** Takes a decision back; it stays in the list, with who did. */
  undo: writeProcedure.input(byId).mutation(writing((db, input) => undoLineDecision(db, input))),

  /** Joins the configs of heatmaps that were judged before there were lines. */
  joinPending: writeProcedure.mutation(async ({ ctx }) => ({ heatmaps: await applyPendingLines(ctx.db) })),
});
