import { lineDecisionBody } from '@basecase/contract/config-lines';
import { applyPendingLines } from '@basecase/db/lines/line-decisions';
import { getConfigLines, previewLines } from '@basecase/db/lines/list-config-lines';
import { byId } from '../input-schemas';
import { decideConfigLine, undoConfigLine } from '../lines/line-operations';
import { procedure, reading, resolverOf, router, writeProcedure } from '../trpc';

export const linesRouter = router({
  /** Configs that continue each other, proposals and decisions. */
  list: procedure.query(reading(getConfigLines)),

  /** Moves by joins in heatmaps that were judged before there were lines. */
  preview: procedure.query(({ ctx }) => previewLines(ctx.db)),

  /** Joins or splits two configs; their heatmaps are judged again. */
  decide: writeProcedure.input(lineDecisionBody).mutation(resolverOf(decideConfigLine)),

  /** Takes a decision back; it stays in the list, with who did. */
  undo: writeProcedure.input(byId).mutation(resolverOf(undoConfigLine)),

  /** Joins the configs of heatmaps that were judged before there were lines. */
  joinPending: writeProcedure.mutation(async ({ ctx }) => ({ heatmaps: await applyPendingLines(ctx.db) })),
});
