import { METRIC_IDS } from '@basecase/ingest/model';
import type { Database } from '../../database';
import type { CompareView } from '../../types';
import { getCompareView } from './get-compare-view';

/** A report puts a handful of heatmaps side by side; more would not be readable. */
const MAX_VIEWS = 60;

/**
 * Whole heatmaps, with every metric and every repeat that is stored of them: what the reports of one benchmark are made
 * of. In the order asked for.
 *
 * @throws NotFoundError when one of them has no run
 */
export function listBenchmarkViews(
  database: Database,
  heatmaps: readonly { server: string; workload: string }[],
): Promise<CompareView[]> {
  const shown = heatmaps.slice(0, MAX_VIEWS);
  return Promise.all(shown.map((heatmap) => getCompareView(database, heatmap, METRIC_IDS, { each: true })));
}
