import { costRatio, median, type SeriesVerdict } from '@basecase/analysis';
import { isHeatmapMetric, type MetricId } from '@basecase/ingest/model';
import type { LevelCost } from '../../../types/regression-page';
import type { SeriesView } from '../../../types/series';

/** Nights from the first one up to the last one, which is not of them. */
interface NightSpan {
  start: number;
  end: number;
}

/**
 * The nights of the level before a change, and of the level that begins with it: as they are judged, else, where the
 * nights
 * are not judged like that any more, up to the neighbouring levels.
 */
export function spansAround(
  { levels }: Pick<SeriesVerdict, 'levels'>,
  { firstBad, count }: { firstBad: number; count: number },
): { before: NightSpan; after: NightSpan } {
  const before = levels.findLast(({ start }) => start < firstBad);
  const next = levels.find(({ start }) => start > firstBad);
  const own = levels.find(({ start }) => start === firstBad);
  return {
    before: { start: before?.start ?? 0, end: firstBad },
    after: { start: firstBad, end: own?.end ?? next?.start ?? count },
  };
}

/** What one operation cost before and after: medians over the nights of both levels (docs/method.md §5.1). */
export function levelCosts(
  { nights, metrics }: Pick<SeriesView, 'nights' | 'metrics'>,
  { before, after }: ReturnType<typeof spansAround>,
): LevelCost[] {
  const over = (metric: MetricId, { start, end }: NightSpan) =>
    median(
      nights
        .slice(start, end)
        .flatMap(({ status, values }) => (status === 'ok' ? (values[metric] ?? []) : [])),
    );
  return metrics.flatMap((metric): LevelCost[] => {
    const [old, now] = [over(metric, before), over(metric, after)];
    if (old === null || now === null) return [];
    return [{ metric, before: old, after: now, ratio: ratioOf(metric, now, old) }];
  });
}

/** x/0 has no ratio, and of a cost that is nearly nothing it would say nothing. */
function ratioOf(metric: MetricId, now: number, old: number): number | null {
  const ratio = isHeatmapMetric(metric) ? costRatio(metric, now, old) : old > 0 ? now / old : null;
  return ratio !== null && Number.isFinite(ratio) ? ratio : null;
}

/** Nights of a span that have a value. */
export function measuredNights({ nights }: Pick<SeriesView, 'nights'>, { start, end }: NightSpan): number {
  return nights
    .slice(start, end)
    .filter(({ status, values }) => status === 'ok' && typeof values.throughput === 'number').length;
}
