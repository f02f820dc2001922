import { createPermalink, getPermalink } from '@basecase/db';
import { z } from 'zod';
import { compareWithLive } from '../permalinks/compare-with-live';
import { freezeView } from '../permalinks/freeze-view';
import { toFrozenView } from '../permalinks/frozen-view';
import { freezeRegression } from '../regressions/regression-permalink';
import { procedure, router, writeProcedure } from '../trpc';

const slug = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/);
/** A view of 500 columns by their slugs. */
const MAX_PATH = 40_000;

export const permalinksRouter = router({
  /** Freezes a live view, given by its path and query; the numbers are read here. Same view, same numbers: same slug. */
  create: writeProcedure
    .input(z.object({ path: z.string().max(MAX_PATH) }))
    .mutation(async ({ ctx, input }) => {
      const permalink = (await freezeRegression(ctx, input.path)) ?? (await freezeView(ctx, input.path));
      const { slug, isNew } = await createPermalink(ctx.db, permalink);
      return { slug, isNew, path: permalink.path };
    }),

  /** A frozen view as it was stored; NOT_FOUND for an unknown slug. */
  get: procedure.input(z.object({ slug })).query(({ ctx, input }) => getPermalink(ctx.db, input.slug)),

  /** Whether the live view still has the frozen numbers. */
  live: procedure
    .input(z.object({ slug }))
    .query(async ({ ctx, input }) =>
      compareWithLive(ctx, toFrozenView(await getPermalink(ctx.db, input.slug))),
    ),
});
