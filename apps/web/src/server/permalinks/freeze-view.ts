import { pickColumns } from '@basecase/analysis';
import { NotFoundError } from '@basecase/db/errors';
import { PARSER_VERSION } from '@basecase/db/import/upload-row';
import { listParserVersions } from '@basecase/db/permalinks/list-parser-versions';
import { getCellEvidence } from '@basecase/db/queries/get-cell-evidence';
import { getLogExcerpt } from '@basecase/db/queries/get-log-excerpt';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import { listColumnSetups } from '@basecase/db/queries/heatmaps/list-column-setups';
import { listHeatmaps } from '@basecase/db/queries/heatmaps/list-heatmaps';
import { getHeatmapNoise } from '@basecase/db/regressions/noise/noise-atlas';
import type { CompareSnapshot, CompareView, LogExcerpt, ViewToFreeze } from '@basecase/db/types';
import {
  ALL_COLUMNS,
  type CompareState,
  chooseHeatmap,
  chosenColumns,
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
} from '@basecase/views/compare';
import { throughputLogLines } from '@basecase/views/compare/cell';
import type { HeatmapPath } from '@basecase/views/share';
import type { Context } from '../trpc';

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
export async function freezeView(context: Context, { kind, query }: HeatmapPath): Promise<ViewToFreeze> {
  const asked = compareUrl.parse(query);
  const entry = chooseHeatmap(await listHeatmaps(context.db), asked);
  if (!entry) throw new NotFoundError('No such server, or no data is loaded.');
  const [server, workload] = [entry.server.slug, entry.workload.slug];
  const [live, noise, setups] = await Promise.all([
    getCompareView(context.db, { server, workload, nights: namedColumns(asked) }),
    getHeatmapNoise(context.db, { server, workload }),
    listColumnSetups(context.db, { server, workload }),
  ]);
  const liveData = toHeatmapData(live);
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
  if (!found) return null;
  const { selection, open } = found;
  const [test, column, baseColumn] = [
    data.rows[open.row]?.key,
    selection.columns[open.column]?.slug,
    selection.columns[selection.base]?.slug,
  ];
  if (!test || !column || !baseColumn) return null;
  const { server, workload } = state;
  const [cell, base] = await Promise.all([
    getCellEvidence(db, { server, workload, test, column }),
    baseColumn === column ? null : getCellEvidence(db, { server, workload, test, column: baseColumn }),
  ]);
  return { cell, base, excerpt: await excerptOf({ db, blobs }, throughputLogLines(cell)) };
}

/** Null as well when the file is not stored any more: a number is worth freezing without its log. */
async function excerptOf(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  lines: ReturnType<typeof throughputLogLines>,
): Promise<LogExcerpt | null> {
  if (!lines) return null;
  try {
    const excerpt = await getLogExcerpt(db, blobs, { ...lines, context: EXCERPT_CONTEXT });
    return excerpt.removed === undefined ? excerpt : null;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
