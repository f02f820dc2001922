import {
  createPermalink,
  getPermalink,
  listPermalinkCorrections,
  SettingError,
  setPermalinkPublic,
} from '@basecase/db';
import type { PermalinkToStore, PermalinkView } from '@basecase/db/types';
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
      const permalink = await freeze(ctx, input.path);
      const { slug, isNew } = await createPermalink(ctx.db, permalink, input.isPublic);
      return { slug, isNew, path: permalink.path };
    }),

  /** A frozen view as it was stored; NOT_FOUND for an unknown slug. */
  get: procedure.input(z.object({ slug })).query(({ ctx, input }) => getPermalink(ctx.db, input.slug)),

  /** Who may open it where reading is closed: everybody who has the link, or members only. */
  access: procedure
    .input(z.object({ slug }))
    .query(async ({ ctx, input }) => ({ isPublic: (await getPermalink(ctx.db, input.slug)).isPublic })),

  setPublic: writeProcedure
    .input(z.object({ slug, isPublic: z.boolean() }))
    .mutation(({ ctx, input }) => setPermalinkPublic(ctx.db, input.slug, input.isPublic)),

  /** What was corrected of its runs since it was made. */
  corrections: procedure
    .input(z.object({ slug }))
    .query(({ ctx, input }) => listPermalinkCorrections(ctx.db, input.slug)),

  /** Whether the live view still has the frozen numbers. */
  live: procedure
    .input(z.object({ slug }))
    .query(async ({ ctx, input }) => liveStatus(ctx, await getPermalink(ctx.db, input.slug))),
});

/** Each kind of view has its own way of being kept; all of them read the numbers from the database. */
async function freeze(context: Context, path: string): Promise<PermalinkToStore> {
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
