import { followMerges } from '@basecase/db/merges/follow-merges';
import { listMergeableWorkloads } from '@basecase/db/merges/list-mergeable';
import { listWorkloadReads } from '@basecase/db/merges/list-workload-reads';
import { mergeServers, previewServerMerge } from '@basecase/db/merges/merge-servers';
import { mergeWorkloads, previewWorkloadMerge } from '@basecase/db/merges/merge-workloads';
import { getServerPage } from '@basecase/db/servers/get-server-page';
import { setServerFacts, undoServerFact } from '@basecase/db/servers/set-server-facts';
import { MAX_TEXT } from '@basecase/views/url';
import { z } from 'zod';
import { actorOf } from '../access/auth';
import { slug } from '../input-schemas';
import {
  serverMergeInput,
  serverMergePreview,
  setFactsInput,
  undoFactInput,
  workloadMergeInput,
  workloadMergePreview,
} from '../servers/server-schemas';
import { procedure, reading, router, writeProcedure } from '../trpc';

const into = { into: slug };

/** One server: what it is, what was measured on it, and what people say of it. */
export const serverPageRouter = router({
  get: procedure
    .input(z.object({ server: slug }))
    .query(reading((db, { server }) => getServerPage(db, server))),

  /** Sets facts of a server; values read from logs are kept. */
  setFacts: writeProcedure.input(setFactsInput).mutation(async ({ ctx, input }) => {
    const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
    await setServerFacts(ctx.db, input.server, { facts: input.facts, seen: input.seen, by });
  }),

  /** Takes back the newest change of a fact. */
  undoFact: writeProcedure.input(undoFactInput).mutation(async ({ ctx, input }) => {
    const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
    await undoServerFact(ctx.db, input.server, { change: input.change, by });
  }),

  /** The current address of a heatmap that was merged. */
  follow: procedure
    .input(z.object({ server: z.string().max(MAX_TEXT), workload: z.string().max(MAX_TEXT) }))
    // Of no heatmap, but of merges, which all share.
    .query(reading(followMerges, () => [])),

  /** Its workloads that can be merged, by benchmark. */
  mergeable: procedure
    .input(z.object({ server: slug }))
    .query(reading((db, { server }) => listMergeableWorkloads(db, server))),

  /** How much two of them read: it shows whether their data was cached. */
  reads: procedure
    .input(z.object({ server: slug, workloads: z.array(slug).max(2) }))
    .query(reading(listWorkloadReads)),

  /** What it would change to merge another name into it. Nothing is stored. */
  previewMerge: writeProcedure
    .input(serverMergePreview.extend(into))
    .query(({ ctx, input }) => previewServerMerge(ctx.db, input)),

  /** Makes another name lead to it. */
  merge: writeProcedure.input(serverMergeInput.extend(into)).mutation(async ({ ctx, input }) => {
    const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
    return mergeServers(ctx.db, { ...input, by });
  }),

  /** What it would change to put two workloads together. Nothing is stored. */
  previewWorkloads: writeProcedure
    .input(workloadMergePreview.extend(into))
    .query(({ ctx, input }) => previewWorkloadMerge(ctx.db, input)),

  /** Puts two workloads together. */
  mergeWorkloads: writeProcedure.input(workloadMergeInput.extend(into)).mutation(async ({ ctx, input }) => {
    const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
    return mergeWorkloads(ctx.db, { ...input, by });
  }),
});
