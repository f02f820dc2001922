import { applyCorrection } from '@basecase/db/corrections/apply-correction';
import { parseChanges } from '@basecase/db/corrections/correction-fields';
import { getCorrectionTarget } from '@basecase/db/corrections/get-correction-target';
import { previewCorrection, previewUndo } from '@basecase/db/corrections/preview-correction';
import { undoCorrection } from '@basecase/db/corrections/undo-correction';
import { z } from 'zod';
import { listAllCorrections, readCorrection } from '../corrections/correction-operations';
import { previewInput, revision, undoInput } from '../corrections/correction-schemas';
import { byId, reason } from '../input-schemas';
import { procedure, reading, resolverOf, router, writeProcedure, writing } from '../trpc';

const select = previewInput.pick({ select: true });

/** What fields of a form say, as texts; an empty one takes a value away. */
const texts = select.extend({ texts: z.record(z.string(), z.string().max(1000)) });

export const correctionsRouter = router({
  /** The history, the newest first, a page at a time. */
  list: procedure.input(listAllCorrections.query).query(resolverOf(listAllCorrections)),

  get: procedure.input(byId).query(resolverOf(readCorrection)),

  /** Runs that are about to be corrected, with the names that a form offers. */
  target: procedure.input(select).query(reading((db, input) => getCorrectionTarget(db, input.select))),

  /** Preview of its changes. Needs the right to correct: it judges, and blocks imports meanwhile. */
  preview: writeProcedure
    .input(texts)
    .query(({ ctx, input }) =>
      previewCorrection(ctx.db, { kind: 'runs', select: input.select, changes: parseChanges(input.texts) }),
    ),

  previewUndo: writeProcedure.input(byId).query(({ ctx, input }) => previewUndo(ctx.db, input.id)),

  correct: writeProcedure
    .input(texts.extend({ reason, revision }))
    .mutation(
      writing((db, { texts: said, ...input }) =>
        applyCorrection(db, { kind: 'runs', ...input, changes: parseChanges(said) }),
      ),
    ),

  undo: writeProcedure
    .input(byId.extend(undoInput.shape))
    .mutation(writing((db, { id: correction, ...input }) => undoCorrection(db, correction, input))),
});
