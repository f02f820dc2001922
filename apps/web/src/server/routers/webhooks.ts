import { mayCallPrivate } from '@basecase/db/settings/local-mode';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  sendTest,
  setWebhookActive,
  WEBHOOK_EVENTS,
} from '@basecase/db/webhooks/webhooks';
import { z } from 'zod';
import { env } from '../../env';
import { byId, named } from '../input-schemas';
import { adminProcedure, router } from '../trpc';

/** All of it is for admins: an address may hold a secret. */
export const webhooksRouter = router({
  list: adminProcedure.query(({ ctx }) => listWebhooks(ctx.db)),

  /** The secret is in the answer, and nowhere else ever again. */
  create: adminProcedure
    .input(
      z.object({
        url: named(2000),
        events: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
      }),
    )
    .mutation(({ ctx, input }) => createWebhook(ctx.db, { ...input, allowPrivate: mayCallPrivate(env()) })),

  setActive: adminProcedure
    .input(byId.extend({ active: z.boolean() }))
    .mutation(({ ctx, input }) => setWebhookActive(ctx.db, input.id, input.active)),

  /** Sends a message that is a test, and looks like one. */
  test: adminProcedure
    .input(byId)
    .mutation(async ({ ctx, input }) => ({ id: await sendTest(ctx.db, input.id) })),

  delete: adminProcedure.input(byId).mutation(({ ctx, input }) => deleteWebhook(ctx.db, input.id)),

  /** The last messages of a webhook, and what became of them. */
  deliveries: adminProcedure.input(byId).query(({ ctx, input }) => listDeliveries(ctx.db, input.id)),

  /** Sends a message once more. */
  redeliver: adminProcedure
    .input(byId)
    .mutation(async ({ ctx, input }) => ({ id: await redeliver(ctx.db, input.id) })),
});
