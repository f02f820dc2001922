import type { CompareView, HeatmapEntry } from '@basecase/db/types';
import { cache } from 'react';
import type { ReportBenchmark } from '../../lib/benchmark-view-href';
import { serverCaller } from '../../server/root';

/** Once per request: the title and the page need the same. */
export const listEntries = cache(
  (benchmark: ReportBenchmark): Promise<HeatmapEntry[]> => serverCaller().benchmarks.heatmaps({ benchmark }),
);

/** Whole heatmaps, in the order asked for. */
export function loadViews(entries: readonly HeatmapEntry[]): Promise<CompareView[]> {
  return serverCaller().benchmarks.views(
    entries.map(({ server, workload }) => ({ server: server.slug, workload: workload.slug })),
  );
}
