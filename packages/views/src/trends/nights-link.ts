import type { SeriesLineEntry } from '@basecase/db/types';
import { seriesHref } from '../series/series-state';
import type { LoadedTrends } from './read-trends';

/** The same product night after night: a line of a heatmap that is drawn, else the newest one. */
export function nightsHref(
  lines: readonly SeriesLineEntry[],
  { data, chosen }: NonNullable<LoadedTrends['page']>,
): string | null {
  const own = lines.filter(
    ({ line, workload }) => line.product === data.product && workload.benchmark === data.benchmark,
  );
  const drawn = own.find(({ server, workload }) =>
    chosen.some((heatmap) => heatmap.server === server.slug && heatmap.workload === workload.slug),
  );
  const entry = drawn ?? own[0];
  if (!entry) return null;
  // Of a heatmap that is not drawn nobody knows whether it has the test.
  const test = drawn && !data.isMean ? (data.tests[0]?.key ?? '') : '';
  return seriesHref({ server: entry.server.slug, workload: entry.workload.slug, line: entry.key, test });
}
