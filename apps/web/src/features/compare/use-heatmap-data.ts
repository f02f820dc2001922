import type { MetricId } from '@basecase/ingest/model';
import { type HeatmapData, isOfView, withValues } from '@basecase/views/compare';
import { startTransition, useState } from 'react';
import { type RestProblem, useRest } from '../../ui/page/use-rest';

/**
 * The data of the page, and of a large view the rest of it once the page is used.
 *
 * @param metric that is shown: the address can change without a touch, when a browser goes back
 */
export function useHeatmapData(
  initial: HeatmapData,
  metric: MetricId,
): { data: HeatmapData; problem: RestProblem | null } {
  const [data, setData] = useState(initial);
  const problem = useRest<HeatmapData['values']>({
    path: restPath(initial),
    isNeeded: initial.pending?.missing.includes(metric) ?? false,
    onRest: (values) => {
      // The table has changed since the page was made: its numbers must not be mixed with others.
      if (!isOfView(initial, values)) window.location.reload();
      else startTransition(() => setData(withValues(initial, values)));
    },
  });
  return { data, problem };
}

function restPath({ server, workload, pending, rows, columns }: HeatmapData): string | null {
  if (!pending) return null;
  const nights = columns.flatMap(({ slug, build }) => (build ? [slug] : []));
  const query = new URLSearchParams({
    server: server.slug,
    workload: workload.slug,
    ...(rows.some(({ warmup }) => warmup) && { warmups: '1' }),
    // Of a long history the newest nights are sent unasked: these are the ones of the page.
    ...(nights.length > 0 && { nights: nights.join() }),
  });
  // One by one: the name of a metric of any tool may hold a comma.
  for (const metric of pending.missing) query.append('metric', metric);
  return `/api/compare/values?${query}`;
}
