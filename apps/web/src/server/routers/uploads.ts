import { id } from '@basecase/contract/fields';
import { uploadFilter } from '@basecase/contract/upload';
import { addServer } from '@basecase/db/import/add-server';
import { describeDeletion, undoUploads } from '@basecase/db/jobs/delete-upload';
import { setCampaign } from '@basecase/db/jobs/set-campaign';
import { getUpload } from '@basecase/db/queries/uploads/get-upload';
import { listServersOfNoKind } from '@basecase/db/queries/uploads/list-servers-of-no-kind';
import { findArtifactIds, listUploadFiles } from '@basecase/db/queries/uploads/list-upload-files';
import { listUploadHeatmaps } from '@basecase/db/queries/uploads/list-upload-heatmaps';
import { listUploads } from '@basecase/db/queries/uploads/list-uploads';
import { getUploadQuestion, listOpenQuestions } from '@basecase/db/queries/uploads/open-questions';
import { dismissUploads, listUnseenUploads } from '@basecase/db/queries/uploads/unseen-uploads';
import { SERVER_KINDS } from '@basecase/ingest/model';
import { z } from 'zod';
import { blobs } from '../database';
import { byId, heatmap, named } from '../input-schemas';
import { adminProcedure, procedure, reading, readingHeatmap, router, writeProcedure, writing } from '../trpc';
import { campaignInput } from '../uploads/upload-schemas';

const fileFilter = z.object({
  search: z.string().max(200).optional(),
  kind: z.string().max(100).optional(),
  status: z.enum(['parsed', 'kept', 'unknown']).optional(),
  cursor: id.optional(),
  limit: z.number().int().min(1).max(500).optional(),
});

const byIds = z.object({ ids: z.array(id).min(1).max(100) });

const fact = named(200).nullable();
const newServer = z.object({
  name: named(200),
  cores: z.number().int().min(1).max(100_000).nullable(),
  cpu: fact,
  memoryBytes: z
    .number()
    .int()
    .min(1)
    .max(2 ** 50)
    .nullable(),
  storage: fact,
  os: fact,
  kind: z.enum(SERVER_KINDS).nullish(),
});

/** Queries of pages about uploads. Changes are under `/api/v1/uploads`, for browsers as for programs. */
export const uploadsRouter = router({
  /** Newest first, a page at a time: `next` is the cursor of the page after. */
  list: procedure.input(uploadFilter).query(({ ctx, input }) => listUploads(ctx.db, input)),

  get: procedure.input(byId).query(({ ctx, input }) => getUpload(ctx.db, input.id)),

  /** The heatmaps that show what it brought, each with a base. */
  heatmaps: procedure.input(byId).query(({ ctx, input }) => listUploadHeatmaps(ctx.db, [input.id])),

  /** The heatmaps that show what several uploads brought together. */
  heatmapsOf: procedure.input(byIds).query(reading((db, { ids }) => listUploadHeatmaps(db, ids))),

  /** Added or failed, and not dismissed by a visitor yet. */
  unseen: procedure.query(({ ctx }) => listUnseenUploads(ctx.db)),

  dismiss: writeProcedure.input(byIds).mutation(writing((db, { ids }) => dismissUploads(db, ids))),

  /** Removes those of them that were not dismissed yet. */
  undo: adminProcedure.input(byIds).mutation(writing((db, { ids }) => undoUploads(db, blobs(), ids))),

  /** Servers of its runs that may be shared: dedicated or not is unknown. */
  serversOfNoKind: procedure.input(byId).query(({ ctx, input }) => listServersOfNoKind(ctx.db, input.id)),

  /** Questions about results of a heatmap that their senders have not answered. */
  openQuestions: procedure.input(heatmap).query(readingHeatmap(listOpenQuestions)),

  /** What is open about one upload, with patterns that may answer it. */
  question: procedure.input(byId).query(({ ctx, input }) => getUploadQuestion(ctx.db, input.id)),

  /** Its files, a page at a time. */
  files: procedure
    .input(byId.extend(fileFilter.shape))
    .query(({ ctx, input: { id: uploadId, ...filter } }) => listUploadFiles(ctx.db, uploadId, filter)),

  /** Artifacts by path, for what names a path only. */
  artifactIds: procedure
    .input(byId.extend({ paths: z.array(z.string().max(2000)).max(1000) }))
    .query(({ ctx, input }) => findArtifactIds(ctx.db, input.id, input.paths)),

  /** Makes a server known, with what is known of it. */
  addServer: writeProcedure
    .input(newServer)
    .mutation(writing((db, { by, ...server }) => addServer(db, server, by))),

  /** Says later what it was measured with: the noise and the records follow. */
  setCampaign: adminProcedure
    .input(byId.extend(campaignInput.shape))
    .mutation(writing((db, { id: upload, ...change }) => setCampaign(db, upload, change))),

  /** What would go with it. Anybody may know. */
  describeDeletion: procedure.input(byId).query(({ ctx, input }) => describeDeletion(ctx.db, input.id)),
});
