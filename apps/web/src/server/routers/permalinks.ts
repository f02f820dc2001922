import { listPermalinkCorrections } from '@basecase/db/corrections/permalinks-of';
import type { Database } from '@basecase/db/database';
import { listWrittenSince, readEpochs } from '@basecase/db/epochs/read-epochs';
import { ConflictError, SettingError } from '@basecase/db/errors';
import { createPermalink } from '@basecase/db/permalinks/create-permalink';
import { packRuns } from '@basecase/db/permalinks/frozen-runs';
import { getPermalink, setPermalinkPublic } from '@basecase/db/permalinks/get-permalink';
import type { PermalinkToStore, PermalinkView, ViewToFreeze } from '@basecase/db/types';
import type { LiveStatus } from '@basecase/views/document';
import {
  findViewPath,
  isDocumentKind,
  toFrozenDocument,
  toFrozenView,
  whyNotShared,
} from '@basecase/views/share';
import { z } from 'zod';
import { compareWithLive } from '../permalinks/compare-with-live';
import { compareDocumentWithLive, freezeDocument } from '../permalinks/freeze-document';
import { freezeView } from '../permalinks/freeze-view';
import { freezeRegression } from '../regressions/regression-permalink';
import { type Context, procedure, router, writeProcedure } from '../trpc';

const slug = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/);
/** A view of 500 columns by their slugs. */
const MAX_PATH = 40_000;

export const permalinksRouter = router({
  /** Freezes a live view, given by its path and query; the numbers are read here. Same view, same numbers: same slug. */
  create: writeProcedure
    .input(z.object({ path: z.string().max(MAX_PATH), isPublic: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) => {
      const permalink = await freezeWithRuns(ctx, input.path);
      const { slug, isNew } = await createPermalink(ctx.db, permalink, input.isPublic);
      return { slug, isNew, path: permalink.path };
    }),

  /** A frozen view as it was stored; NOT_FOUND for an unknown slug. */
  get: procedure.input(z.object({ slug })).query(({ ctx, input }) => getPermalink(ctx.db, input.slug)),

  /** Its readers where reading is closed: everybody with the link, or members only. */
  access: procedure
    .input(z.object({ slug }))
    .query(async ({ ctx, input }) => ({ isPublic: (await getPermalink(ctx.db, input.slug)).isPublic })),

  setPublic: writeProcedure
    .input(z.object({ slug, isPublic: z.boolean() }))
    .mutation(({ ctx, input }) => setPermalinkPublic(ctx.db, input.slug, input.isPublic)),

  /** Corrections of its runs since it was made. */
  corrections: procedure
    .input(z.object({ slug }))
    .query(({ ctx, input }) => listPermalinkCorrections(ctx.db, input.slug)),

  /** Whether the live view still has the frozen numbers. */
  live: procedure
    .input(z.object({ slug }))
    .query(async ({ ctx, input }) => liveStatus(ctx, await getPermalink(ctx.db, input.slug))),
});

/** How often a view is read again whose runs were written meanwhile: once is rare, by an import. */
const TRIES = 4;

/**
 * A view and the runs behind it, read in one state: what is written between the two would leave as other numbers than are
 * shown.
 *
 * @throws ConflictError when its runs are written all the time
 */
async function freezeWithRuns(context: Context, path: string): Promise<PermalinkToStore> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await readEpochs(context.db);
    const { shown, ...permalink } = await freeze(context, path);
    const runs = await packRuns(context.db, shown);
    const heatmaps = shown.map(({ server, workload }) => ({ server, workload }));
    if (!(await isWritten(context.db, heatmaps, before))) return { ...permalink, heatmaps, runs };
  }
  throw new ConflictError('IMPORT_BUSY', 'The runs of this view are being written: try again in a moment.');
}

async function isWritten(
  db: Database,
  heatmaps: PermalinkToStore['heatmaps'],
  before: { newest: number; shared: number },
): Promise<boolean> {
  const [{ shared }, written] = await Promise.all([readEpochs(db), listWrittenSince(db, before.newest)]);
  const own = new Set(heatmaps.map(({ server, workload }) => `${server} ${workload}`));
  return shared !== before.shared || written.some((one) => own.has(`${one.server} ${one.workload}`));
}

/** Each kind of view has its own way of being kept; all of them read the numbers from the database. */
async function freeze(context: Context, path: string): Promise<ViewToFreeze> {
  const record = await freezeRegression(context, path);
  if (record) return record;
  const view = findViewPath(path);
  if (!view) throw new SettingError(whyNotShared(path));
  const { kind, query } = view;
  return isDocumentKind(kind) ? freezeDocument(context, kind, query) : freezeView(context, { kind, query });
}

function liveStatus(context: Context, permalink: PermalinkView): Promise<LiveStatus> {
  return isDocumentKind(permalink.kind)
    ? compareDocumentWithLive(context, toFrozenDocument(permalink))
    : compareWithLive(context, toFrozenView(permalink));
}
