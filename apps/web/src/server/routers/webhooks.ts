import { DIGESTS, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '@basecase/contract/words';
import { mailSettings } from '@basecase/db/settings';
import { mayCallPrivate } from '@basecase/db/settings/local-mode';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  sendTest,
  setWebhookActive,
} from '@basecase/db/webhooks/webhooks';
import { z } from 'zod';
import { env } from '../../env';
import { baseUrlOf } from '../access/request-origin';
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
        digest: z.enum(DIGESTS).optional().describe('When a mail is sent. Default: at once.'),
        token: named(1000).optional().describe('Creates issues at GitHub or GitLab; it is never shown.'),
        format: z.enum(WEBHOOK_FORMATS).optional().describe('Default: guessed from the URL.'),
        filter: z
          .object({
            server: named(200),
            product: named(200),
            branch: named(200),
            minPercent: z.number().min(0).max(100),
          })
          .partial()
          .optional(),
      }),
    )
    .mutation(({ ctx, input }) =>
      createWebhook(ctx.db, {
        ...input,
        baseUrl: ctx.headers ? baseUrlOf(ctx.headers) : null,
        allowPrivate: mayCallPrivate(env()),
        canMail: mailSettings(env()) !== null,
      }),
    ),

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
