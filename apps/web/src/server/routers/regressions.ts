import { listRegressionFacets } from '@basecase/db/regressions/list/list-facets';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { MAX_NOTES, saveNotes, triageMany, triageRegression } from '@basecase/db/regressions/triage';
import { z } from 'zod';
import { actorOf } from '../access/auth';
import { slug } from '../input-schemas';
import { getFrozenRegression } from '../regressions/frozen-regression';
import { listRecords, regressionState } from '../regressions/regression-schemas';
import { procedure, reading, readingOf, router, writeProcedure } from '../trpc';

const version = z.number().int().min(1);
const text = z.string().trim().min(1).max(300);

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

export const regressionsRouter = router({
  /** By filter, a page at a time, with the counts of every state. */
  list: procedure.input(listRecords.query).query(readingOf(listRecords)),

  /** Filters of the list. */
  facets: procedure.query(reading(listRegressionFacets)),

  /** Everything that the page of a record shows; NOT_FOUND for an unknown slug. */
  get: procedure.input(z.object({ slug })).query(reading((db, { slug }) => getRegression(db, slug))),

  /** State, owner, bug and fix; CONFLICT if the record was changed since. Answers with the new version. */
  triage: writeProcedure.input(seen.extend({ change })).mutation(async ({ ctx, input }) => {
    const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
    const edit = { slug: input.slug, version: input.triageVersion, by };
    return { triageVersion: await triageRegression(ctx.db, edit, input.change) };
  }),

  /** One state for many; those that changed since they were seen are named and left alone. */
  bulkTriage: writeProcedure
    .input(
      z.object({
        records: z.array(seen).min(1).max(MAX_BULK),
        change: z.object({ state: regressionState }),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
      const records = input.records.map((record) => ({ slug: record.slug, version: record.triageVersion }));
      return triageMany(ctx.db, records, { state: input.change.state, by });
    }),

  /** Notes in Markdown; CONFLICT if the notes were changed since. Answers with the new version. */
  saveNotes: writeProcedure
    .input(z.object({ slug, notesVersion: version, notes: z.string().max(MAX_NOTES) }))
    .mutation(async ({ ctx, input }) => {
      const by = await actorOf(ctx.headers ?? new Headers(), ctx.db);
      const edit = { slug: input.slug, version: input.notesVersion, by };
      return { notesVersion: await saveNotes(ctx.db, edit, input.notes) };
    }),

  /** A record as a permalink froze it, and whether the numbers are still those; NOT_FOUND for other permalinks. */
  frozen: procedure
    .input(z.object({ slug: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/) }))
    .query(async ({ ctx, input }) => getFrozenRegression(ctx.db, input.slug)),
});
