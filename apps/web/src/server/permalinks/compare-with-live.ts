import { diffMatrices, pickColumns } from '@basecase/analysis';
import { NotFoundError } from '@basecase/db/errors';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import type { CompareView } from '@basecase/db/types';
import { chosenColumns, compareUrl, settledState, toHeatmapData } from '@basecase/views/compare';
import type { LiveStatus } from '@basecase/views/document';
import { type FrozenView, findViewPath } from '@basecase/views/share';
import type { Context } from '../trpc';

/** Compares frozen numbers with what the live view has now. Deleted and renamed sources are gone. */
export async function compareWithLive(
  { db }: Pick<Context, 'db'>,
  { view, livePath }: Pick<FrozenView, 'view' | 'livePath'>,
): Promise<LiveStatus> {
  const state = compareUrl.parse(findViewPath(livePath)?.query ?? []);
  const live = await findView(db, {
    server: view.server.slug,
    workload: view.workload.slug,
    warmups: state.warmups,
    nights: view.matrix.columns.flatMap(({ slug, build }) => (build ? [slug] : [])),
  });
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

async function findView(
  db: Context['db'],
  heatmap: { server: string; workload: string; warmups: boolean; nights: string[] },
): Promise<CompareView | null> {
  try {
    return await getCompareView(db, heatmap);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
