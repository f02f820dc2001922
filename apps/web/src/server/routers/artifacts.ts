import { getArtifact, getArtifactLines } from '@basecase/db/queries/get-artifact';
import { z } from 'zod';
import { procedure, router } from '../trpc';

const id = z.string().min(1).max(20);

export const artifactsRouter = router({
  /** Description of a stored file; NOT_FOUND without one. */
  get: procedure.input(z.object({ id })).query(({ ctx, input }) => getArtifact(ctx.db, input.id)),

  /** The page of lines that holds a line, as text. */
  lines: procedure
    .input(z.object({ id, line: z.number().int().min(1) }))
    .query(({ ctx, input }) => getArtifactLines(ctx.db, ctx.blobs, input)),
});
