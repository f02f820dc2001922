import { endSessionsOf, listSessions } from '@basecase/db/sessions/sessions';
import { createToken, listTokens, revokeToken } from '@basecase/db/tokens/tokens';
import { z } from 'zod';
import { findName, findRole } from '../access/auth';
import { isLocal } from '../access/request-origin';
import { byId, named } from '../input-schemas';
import { adminProcedure, procedure, router } from '../trpc';

const tokenInput = z.object({
  name: named(100),
  role: z.enum(['agent', 'reader', 'upload', 'admin']),
});

export const tokensRouter = router({
  /**
   * The visitor's write rights: null is reading only. In local mode everybody has all rights, without a token. The name is
   * null for visitors who are not signed in.
   */
  access: procedure.query(async ({ ctx }) => {
    const headers = ctx.headers ?? new Headers();
    const role = await findRole(headers, ctx.db);
    return { role, isLocal: isLocal(headers), name: await findName(headers, ctx.db) };
  }),

  list: adminProcedure.query(({ ctx }) => listTokens(ctx.db)),

  /** The token itself is in the answer, and nowhere else ever again. */
  create: adminProcedure.input(tokenInput).mutation(({ ctx, input }) => createToken(ctx.db, input)),

  revoke: adminProcedure.input(byId).mutation(({ ctx, input }) => revokeToken(ctx.db, input.id)),

  /** Who is signed in through a provider. */
  sessions: adminProcedure.query(({ ctx }) => listSessions(ctx.db)),

  /** Signs the person of a session out of every browser. */
  endSessions: adminProcedure
    .input(byId)
    .mutation(async ({ ctx, input }) => ({ ended: await endSessionsOf(ctx.db, input.id) })),
});
