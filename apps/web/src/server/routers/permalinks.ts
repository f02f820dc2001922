import { diffMatrices, pickColumns } from '@basecase/analysis';
import { listPermalinkCorrections } from '@basecase/db/corrections/permalinks-of';
import type { Database } from '@basecase/db/database';
import { listWrittenSince, readEpochs } from '@basecase/db/epochs/read-epochs';
import { ConflictError, NotFoundError, SettingError } from '@basecase/db/errors';
import { PARSER_VERSION } from '@basecase/db/import/upload-row';
import { followMerges } from '@basecase/db/merges/follow-merges';
import { createPermalink } from '@basecase/db/permalinks/create-permalink';
import { packRuns } from '@basecase/db/permalinks/frozen-runs';
import { getPermalink, setPermalinkPublic } from '@basecase/db/permalinks/get-permalink';
import { listParserVersions } from '@basecase/db/permalinks/list-parser-versions';
import { getCellEvidence, getLogExcerpt } from '@basecase/db/queries/get-cell-evidence';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import { listColumnSetups } from '@basecase/db/queries/heatmaps/list-column-setups';
import { listDisclosedRuns } from '@basecase/db/queries/heatmaps/list-disclosed-runs';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { getHeatmapNoise } from '@basecase/db/regressions/noise/noise-atlas';
import type {
  CompareSnapshot,
  CompareView,
  LogExcerpt,
  PermalinkToStore,
  PermalinkView,
  ViewToFreeze,
} from '@basecase/db/types';
import {
  ALL_COLUMNS,
  type CompareState,
  chooseHeatmap,
  chosenColumns,
  compareProblems,
  compareUrl,
  describeView,
  findOpenCell,
  namedColumns,
  ofThroughput,
  settledState,
  toBandedSelection,
  toColumnSet,
  toHeatmapData,
  verdictsOf,
  withSplits,
} from '@basecase/views/compare';
import { throughputLogLines } from '@basecase/views/compare/cell';
import { diffDocuments, documentTitle, isSameDocument, type LiveStatus } from '@basecase/views/document';
import { discloseRuns } from '@basecase/views/runs';
import {
  DOCUMENT_VIEWS,
  type DocumentKind,
  type DocumentSnapshot,
  type FrozenDocument,
  type FrozenView,
  findViewPath,
  type HeatmapPath,
  isDocumentKind,
  toFrozenDocument,
  toFrozenView,
  whyNotShared,
} from '@basecase/views/share';
import { z } from 'zod';
import { actorOf } from '../access/auth';
import { orNull } from '../or-null';
import { viewSource } from '../permalinks/view-source';
import { refuseMissingView } from '../refuse-address';
import { freezeRegression } from '../regressions/regression-permalink';
import { type Context, procedure, router, writeProcedure } from '../trpc';

/** The columns of a snapshot are those that were chosen. */
const EVERY_COLUMN = { cols: [ALL_COLUMNS] };
/** Lines of the log around the ones a number was read from. */
const EXCERPT_CONTEXT = 2;

/**
 * Reads a live view and freezes it: the values of its chosen columns, and the evidence of the open cell. All numbers
 * are from the database; the caller only names the view.
 *
 * @throws NotFoundError when there is nothing to show
 */
async function freezeView(context: Context, { kind, query }: HeatmapPath): Promise<ViewToFreeze> {
  const named = compareUrl.parse(query);
  const asked = named.server === '' ? named : { ...named, ...(await followMerges(context.db, named)) };
  const entries = await listHeatmaps(context.db);
  const entry = chooseHeatmap(entries, asked);
  if (!entry) throw new NotFoundError('No such server, or no data is loaded.');
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  const [whole, noise, setups] = await Promise.all([
    getCompareView(context.db, { server, workload, nights: namedColumns(asked) }),
    getHeatmapNoise(context.db, { server, workload }),
    listColumnSetups(context.db, { server, workload }),
  ]);
  const live = withSplits(whole, asked.split);
  const liveData = toHeatmapData(live);
  refuseMissingView(compareProblems(query, { entries, data: liveData, asked }));
  const state = settledState(liveData, { ...asked, server, workload });
  const view = { ...live, matrix: pickColumns(live.matrix, chosenColumns(liveData, state)) };
  const columns = view.matrix.columns.map(({ slug }) => slug);
  const parserVersions = await listParserVersions(context.db, { server, workload, columns });
  const data = toHeatmapData(view, { noise, setups });
  const { bands } = toBandedSelection(toColumnSet(data, EVERY_COLUMN), state);
  const snapshot: CompareSnapshot = {
    shape: 1,
    view,
    judgement: {
      noise: data.noise,
      setups: data.setups,
      verdicts: bands.flatMap(({ selection }) => verdictsOf(ofThroughput(selection)) ?? []),
    },
    bases: {
      base: bands.map(({ selection }) => selection.columns[selection.base]?.slug ?? '').join(),
      bases: state.bases,
    },
    details: await detailsOf(context, view, state),
    parserVersions,
  };
  return {
    kind,
    path: `/${kind}${compareUrl.query(state)}`,
    title: describeView(data, state).title,
    snapshot,
    parserVersion: parserVersions.at(-1) ?? PARSER_VERSION,
    // The page of a permalink has its own filter: every test of the columns is frozen, as in its matrix.
    shown: [{ server, workload, columns, tests: null }],
  };
}

/** Evidence of the cell that the view has open, with the lines of its log. */
async function detailsOf(
  { db, blobs }: Context,
  view: CompareView,
  state: CompareState,
): Promise<CompareSnapshot['details']> {
  const data = toHeatmapData(view);
  const found = findOpenCell(toBandedSelection(toColumnSet(data, EVERY_COLUMN), state), state.cell);
  const column = found?.selection.columns[found.selection.base]?.slug;
  if (!state.cell || !column) return null;
  const address = { server: state.server, workload: state.workload, ...state.cell };
  const [cell, base] = await Promise.all([
    getCellEvidence(db, address),
    column === address.column ? null : getCellEvidence(db, { ...address, column }),
  ]);
  return { cell, base, excerpt: await excerptOf({ db, blobs }, throughputLogLines(cell)) };
}

/** Null as well when the file is not stored any more: a number is worth freezing without its log. */
async function excerptOf(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  lines: ReturnType<typeof throughputLogLines>,
): Promise<LogExcerpt | null> {
  if (!lines) return null;
  const excerpt = await orNull(getLogExcerpt(db, blobs, { ...lines, context: EXCERPT_CONTEXT }));
  return excerpt?.removed === undefined ? excerpt : null;
}

const slug = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'expected the slug of a link');
/** A view of 500 columns by their slugs. */
const MAX_PATH = 40_000;

export const permalinksRouter = router({
  /** Freezes a live view, given by its path and query; the numbers are read here. Same view, same numbers: same slug. */
  create: writeProcedure
    .input(z.object({ path: z.string().max(MAX_PATH), isPublic: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) => {
      const permalink = await freezeWithRuns(ctx, input.path);
      const { slug, isNew } = await createPermalink(
        ctx.db,
        permalink,
        input.isPublic,
        await actorOf(ctx.headers ?? new Headers(), ctx.db),
      );
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
    const { shown, snapshot, ...permalink } = await freeze(context, path);
    const disclosed = await Promise.all(shown.map((one) => listDisclosedRuns(context.db, one)));
    const disclosure = discloseRuns(disclosed.flat());
    const runs = await packRuns(context.db, shown);
    const heatmaps = shown.map(({ server, workload }) => ({ server, workload }));
    if (!(await isWritten(context.db, heatmaps, before)))
      return {
        ...permalink,
        snapshot: disclosure === null ? snapshot : { ...(snapshot as object), disclosure },
        heatmaps,
        runs,
      };
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

/** Compares frozen numbers with what the live view has now. Deleted and renamed sources are gone. */
async function compareWithLive(
  { db }: Pick<Context, 'db'>,
  { view, livePath }: Pick<FrozenView, 'view' | 'livePath'>,
): Promise<LiveStatus> {
  const state = compareUrl.parse(findViewPath(livePath)?.query ?? []);
  const live = await orNull(
    getCompareView(db, {
      server: view.server.slug,
      workload: view.workload.slug,
      warmups: state.warmups,
      nights: view.matrix.columns.flatMap(({ slug, build }) => (build ? [slug] : [])),
    }),
  );
  if (!live) return { state: 'gone' };
  const frozenSlugs = new Set(view.matrix.columns.map(({ slug }) => slug));
  const data = toHeatmapData(live);
  const chosen = new Set(chosenColumns(data, settledState(data, state)));
  const shown = live.matrix.columns.flatMap(({ slug }, index) =>
    chosen.has(index) || frozenSlugs.has(slug) ? [index] : [],
  );
  const diff = diffMatrices(view.matrix, pickColumns(live.matrix, shown));
  if (diff.goneColumns === view.matrix.columns.length) return { state: 'gone' };
  const isSame = diff.cells === 0 && diff.newColumns === 0 && diff.goneColumns === 0;
  return isSame ? { state: 'same' } : { state: 'differs', ...diff };
}

/**
 * Reads a live view and freezes it as it is read, with its numbers at full precision.
 *
 * @throws NotFoundError when there is nothing to show
 */
async function freezeDocument(
  context: Context,
  kind: DocumentKind,
  query: URLSearchParams,
): Promise<ViewToFreeze> {
  const { load, problems } = DOCUMENT_VIEWS[kind];
  const source = viewSource(context);
  const loaded = await load(source, query);
  if (loaded) refuseMissingView(await problems(source, query));
  if (!loaded) throw new NotFoundError('No such view, or no data is loaded.');
  const { document, path, read } = loaded;
  const versions = await Promise.all(read.map((columns) => listParserVersions(context.db, columns)));
  const parserVersions = [...new Set(versions.flat())].sort((a, b) => a - b);
  return {
    kind,
    path,
    title: documentTitle(document),
    snapshot: { shape: 1, document, parserVersions } satisfies DocumentSnapshot,
    parserVersion: parserVersions.at(-1) ?? PARSER_VERSION,
    shown: read,
  };
}

/** Compares frozen numbers with what the live view has now. Deleted and renamed sources are gone. */
async function compareDocumentWithLive(
  context: Context,
  { document, livePath }: Pick<FrozenDocument, 'document' | 'livePath'>,
): Promise<LiveStatus> {
  const { kind, query } = findViewPath(livePath) ?? {};
  if (!kind || !query || !isDocumentKind(kind)) return { state: 'gone' };
  const { load, isSideBySide } = DOCUMENT_VIEWS[kind];
  const live = await orNull(load(viewSource(context), query));
  const isView = live !== null && (isSideBySide || live.path === livePath);
  const diff = isView ? diffDocuments(document, live.document) : null;
  if (!diff) return { state: 'gone' };
  return isSameDocument(diff) ? { state: 'same' } : { state: 'differs', ...diff };
}
