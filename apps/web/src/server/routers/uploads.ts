import {
  cancelUpload,
  confirmUpload,
  deleteUpload,
  describeDeletion,
  getUpload,
  listUploads,
  reparseUpload,
} from '@basecase/db';
import { z } from 'zod';
import { adminProcedure, procedure, router, writeProcedure } from '../trpc';
import { confirmInput, uploadFilter } from '../uploads/upload-schemas';

const id = z.object({ id: z.string().max(20) });

export const uploadsRouter = router({
  /** Newest first, a page at a time: `next` is the cursor of the page after. */
  list: procedure.input(uploadFilter).query(({ ctx, input }) => listUploads(ctx.db, input)),

  get: procedure.input(id).query(({ ctx, input }) => getUpload(ctx.db, input.id)),

  /** Lets an upload count that waits in `preview`. */
  confirm: writeProcedure.input(id.extend(confirmInput.shape)).mutation(async ({ ctx, input }) => {
    await confirmUpload(ctx.db, input.id, input);
    return getUpload(ctx.db, input.id);
  }),

  cancel: writeProcedure.input(id).mutation(async ({ ctx, input }) => {
    await cancelUpload(ctx.db, input.id);
    return getUpload(ctx.db, input.id);
  }),

  reparse: writeProcedure.input(id).mutation(async ({ ctx, input }) => {
    await reparseUpload(ctx.db, ctx.blobs, input.id);
    return getUpload(ctx.db, input.id);
  }),

  /** What would go with it. Anybody may know. */
  describeDeletion: procedure.input(id).query(({ ctx, input }) => describeDeletion(ctx.db, input.id)),

  delete: adminProcedure.input(id).mutation(({ ctx, input }) => deleteUpload(ctx.db, ctx.blobs, input.id)),
});
