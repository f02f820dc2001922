import { createToken, listTokens, revokeToken } from '@basecase/db';
import { z } from 'zod';
import { findRole } from '../access/auth';
import { isLocal } from '../access/request-origin';
import { adminProcedure, procedure, router } from '../trpc';

const tokenInput = z.object({
  name: z.string().trim().min(1).max(100),
  role: z.enum(['upload', 'admin']),
});

export const tokensRouter = router({
  /** What the visitor may do: null is reading only. In local mode everybody may do all, without a token. */
  access: procedure.query(async ({ ctx }) => {
    const headers = ctx.headers ?? new Headers();
    return { role: await findRole(headers, ctx.db), isLocal: isLocal(headers) };
  }),

  list: adminProcedure.query(({ ctx }) => listTokens(ctx.db)),

  /** The token itself is in the answer, and nowhere else ever again. */
  create: adminProcedure.input(tokenInput).mutation(({ ctx, input }) => createToken(ctx.db, input)),

  revoke: adminProcedure
    .input(z.object({ id: z.string().max(20) }))
    .mutation(({ ctx, input }) => revokeToken(ctx.db, input.id)),
});
