import { search, slug } from '@basecase/contract/fields';
import { MAX_TEXT } from '@basecase/contract/words';
import { countWaitingJoins } from '@basecase/db/lines/waiting-joins';
import { followMerges } from '@basecase/db/merges/follow-merges';
import { listMergeableWorkloads } from '@basecase/db/merges/list-mergeable';
import { listWorkloadReads } from '@basecase/db/merges/list-workload-reads';
import { mergeServers, previewServerMerge } from '@basecase/db/merges/merge-servers';
import { mergeWorkloads, previewWorkloadMerge } from '@basecase/db/merges/merge-workloads';
import { getArtifact, getArtifactLines } from '@basecase/db/queries/get-artifact';
import { getRunPage } from '@basecase/db/queries/get-run-page';
import { listRunFacets, listRuns } from '@basecase/db/queries/list-runs';
import { listServers } from '@basecase/db/queries/list-servers';
import { listUnseenUploads } from '@basecase/db/queries/uploads/unseen-uploads';
import { changeEvents, splitEvent, undoEventChange } from '@basecase/db/regressions/events/change-event';
import { getEventFigures } from '@basecase/db/regressions/events/event-figures';
import { findEventOf, getEvent, nearestEvents } from '@basecase/db/regressions/events/list-events';
import { listNewestRows } from '@basecase/db/regressions/events/newest-rows';
import { listRegressionFacets } from '@basecase/db/regressions/list/list-facets';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { nearestRecords } from '@basecase/db/regressions/stored-record';
import { MAX_NOTES, saveNotes, triageRegression } from '@basecase/db/regressions/triage';
import { nearestServers } from '@basecase/db/servers/get-server';
import { setServerFacts, undoServerFact } from '@basecase/db/servers/set-server-facts';
import { z } from 'zod';
import { benchmark, byId, named } from './input-schemas';
import { readDisclosure } from './operations/disclosure-operation';
import { listEventsOperation } from './regressions/event-operations';
import { getFrozenRegression } from './regressions/frozen-regression';
import { listRecords, regressionState } from './regressions/regression-schemas';
import { agentsRouter } from './routers/agents';
import { compareRouter } from './routers/compare';
import { correctionsRouter } from './routers/corrections';
import { linesRouter } from './routers/lines';
import { noiseRouter } from './routers/noise';
import { permalinksRouter } from './routers/permalinks';
import { searchRouter } from './routers/search';
import { tokensRouter } from './routers/tokens';
import { uploadsRouter } from './routers/uploads';
import { VIEW_ROUTERS } from './routers/view-routers';
import { webhooksRouter } from './routers/webhooks';
import { readServer } from './servers/server-operations';
import {
  serverMergeInput,
  serverMergePreview,
  setFactsInput,
  undoFactInput,
  workloadMergeInput,
  workloadMergePreview,
} from './servers/server-schemas';
import {
  createCallerFactory,
  createContext,
  procedure,
  reading,
  resolverOf,
  router,
  writeProcedure,
  writing,
} from './trpc';

const into = { into: slug };

/** One server: what it is, what was measured on it, and what people say of it. */
const serverPageRouter = router({
  get: procedure.input(z.object({ server: slug })).query(resolverOf(readServer)),

  /** Slugs that an unknown one may mean, the nearest first. */
  near: procedure
    .input(z.object({ name: z.string().max(MAX_TEXT) }))
    .query(reading((db, { name }) => nearestServers(db.pool, name))),

  /** Sets facts of a server; values read from logs are kept. */
  setFacts: writeProcedure
    .input(setFactsInput)
    .mutation(writing((db, { server, ...change }) => setServerFacts(db, server, change))),

  /** Takes back the newest change of a fact. */
  undoFact: writeProcedure
    .input(undoFactInput)
    .mutation(writing((db, { server, ...change }) => undoServerFact(db, server, change))),

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
  merge: writeProcedure
    .input(serverMergeInput.extend(into))
    .mutation(writing((db, input) => mergeServers(db, input))),

  /** What it would change to put two workloads together. Nothing is stored. */
  previewWorkloads: writeProcedure
    .input(workloadMergePreview.extend(into))
    .query(({ ctx, input }) => previewWorkloadMerge(ctx.db, input)),

  /** Puts two workloads together. */
  mergeWorkloads: writeProcedure
    .input(workloadMergeInput.extend(into))
    .mutation(writing((db, input) => mergeWorkloads(db, input))),
});

const version = z.number().int().min(1);
const text = named(300);

const change = z.object({
  state: regressionState.optional(),
  owner: text.nullable().optional(),
  bugUrl: z.string().trim().max(2000).nullable().optional(),
  fixedIn: text.nullable().optional(),
});

/** A record as its editor saw it. */
const seen = z.object({ slug, triageVersion: version });

/** At most a page of the list. */
const MAX_BULK = 200;

/** A long slug is that of a name from a file. */
const eventSlug = z.string().min(1).max(MAX_TEXT);
const seenEvent = z.object({ slug: eventSlug, version: z.string().max(64) });

const eventsRouter = router({
  /** By filter, with the numbers that tabs show. */
  list: procedure.input(listEventsOperation.query).query(resolverOf(listEventsOperation)),

  /** Filters of the list. */
  facets: procedure
    .input(listEventsOperation.query.pick({ kind: true }))
    .query(reading(listRegressionFacets)),

  /** Everything that the page of an event shows; NOT_FOUND for an unknown slug. */
  get: procedure.input(z.object({ slug: eventSlug })).query(reading((db, { slug }) => getEvent(db, slug))),

  /** Chart, evidence and columns behind it. */
  figures: procedure
    .input(z.object({ slug: eventSlug }))
    .query(reading((db, { slug }) => getEventFigures(db, slug))),

  /** Slugs that an unknown one may mean, the nearest first. */
  near: procedure
    .input(z.object({ name: eventSlug }))
    .query(reading((db, { name }) => nearestEvents(db, name))),

  /** Slug of the event that a record is part of; null: of none. */
  ofRecord: procedure.input(z.object({ slug })).query(reading((db, { slug }) => findEventOf(db, slug))),

  /** State, owner, bug, fix or muting of many; those that changed since they were seen are named and left alone. */
  change: writeProcedure
    .input(
      z.object({
        events: z.array(seenEvent).min(1).max(MAX_BULK),
        change: change.extend({
          muted: z.boolean().optional(),
          knownUntil: change.shape.fixedIn,
        }),
      }),
    )
    .mutation(writing((db, { events, ...edit }) => changeEvents(db, events, edit))),

  /** Splits a server off into a separate event. */
  split: writeProcedure
    .input(seenEvent.extend({ server: slug }))
    .mutation(writing((db, { server, by, ...seen }) => splitEvent(db, seen, { server, by }))),

  /** Takes a change back, with all records that it wrote. */
  undo: writeProcedure
    .input(z.object({ id: z.string().max(20) }))
    .mutation(writing((db, edit) => undoEventChange(db, edit))),
});

const regressionsRouter = router({
  /** Records by filter, a page at a time, with the counts of every state. */
  list: procedure.input(listRecords.query).query(resolverOf(listRecords)),

  /** Slugs that an unknown one may mean, the nearest first. */
  near: procedure
    .input(z.object({ name: eventSlug }))
    .query(reading((db, { name }) => nearestRecords(db.pool, name))),

  /** Everything that the page of a record shows; NOT_FOUND for an unknown slug. */
  get: procedure.input(z.object({ slug })).query(reading((db, { slug }) => getRegression(db, slug))),

  /** State, owner, bug and fix; CONFLICT if the record was changed since. Answers with the new version. */
  triage: writeProcedure.input(seen.extend({ change })).mutation(
    writing(async (db, { change, triageVersion: version, ...seen }) => ({
      triageVersion: await triageRegression(db, { ...seen, version }, change),
    })),
  ),

  /** Notes in Markdown; CONFLICT if the notes were changed since. Answers with the new version. */
  saveNotes: writeProcedure
    .input(z.object({ slug, notesVersion: version, notes: z.string().max(MAX_NOTES) }))
    .mutation(
      writing(async (db, { notes, notesVersion: version, ...seen }) => ({
        notesVersion: await saveNotes(db, { ...seen, version }, notes),
      })),
    ),

  /** A record as a permalink froze it, and whether the numbers are still those; NOT_FOUND for other permalinks. */
  frozen: procedure
    .input(z.object({ slug: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'expected the slug of a link') }))
    .query(async ({ ctx, input }) => getFrozenRegression(ctx.db, input.slug)),
});

const homeRouter = router({
  /** The newest version of every line, on every server and workload. */
  newest: procedure.query(reading(listNewestRows)),

  /** Every server with what was measured on it. */
  servers: procedure.query(reading(listServers)),

  /** Added or failed, and not dismissed yet. */
  unseen: procedure.query(reading(listUnseenUploads)),

  /** Joins of configs that need a decision. */
  waiting: procedure.query(reading(countWaitingJoins)),
});

const runFilter = z.object({
  search,
  product: slug.optional(),
  server: slug.optional(),
  benchmark: benchmark.optional(),
  cursor: z.string().max(40).optional(),
  limit: z.number().int().min(1).max(200).optional(),
});

const runsRouter = router({
  /** Newest first, a page at a time: `next` is the cursor of the page after. */
  list: procedure.input(runFilter).query(reading(listRuns)),

  /** Filters of the list. */
  facets: procedure.query(reading(listRunFacets)),

  /** Everything known about one run. */
  get: procedure.input(byId).query(reading((db, { id }) => getRunPage(db, id))),

  /** What a repetition of it needs, known or missing. */
  disclosure: procedure.input(byId).query(resolverOf(readDisclosure)),
});

const artifactsRouter = router({
  /** Description of a stored file; NOT_FOUND without one. */
  get: procedure.input(byId).query(({ ctx, input }) => getArtifact(ctx.db, input.id)),

  /** The page of lines that holds a line, as text. */
  lines: procedure
    .input(byId.extend({ line: z.number().int().min(1) }))
    .query(({ ctx, input }) => getArtifactLines(ctx.db, ctx.blobs, input)),
});

export const appRouter = router({
  ...VIEW_ROUTERS,
  artifacts: artifactsRouter,
  compare: compareRouter,
  corrections: correctionsRouter,
  events: eventsRouter,
  home: homeRouter,
  lines: linesRouter,
  noise: noiseRouter,
  permalinks: permalinksRouter,
  regressions: regressionsRouter,
  runs: runsRouter,
  search: searchRouter,
  serverPage: serverPageRouter,
  tokens: tokensRouter,
  uploads: uploadsRouter,
  agents: agentsRouter,
  webhooks: webhooksRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures in this process: what server components and tests use. */
export const createCaller = createCallerFactory(appRouter);

/**
 * The caller for server components.
 *
 * @param headers of the request (`await headers()`), for pages that show what only some may see
 */
export function serverCaller(headers?: Headers) {
  return createCaller(createContext(headers));
}
