import type { SeriesChange, SeriesLevel, SeriesVerdict } from '@basecase/analysis';
import { isMetricId, type MetricId } from '@basecase/ingest/model';
import type { SeriesView } from '../../../types/series';

/** A series without its first nights. Verdicts on all of them stay; indexes count the remaining nights. */
export function cropSeries(view: SeriesView, first: number): SeriesView {
  if (first <= 0) return view;
  const verdicts: SeriesView['verdicts'] = {};
  for (const metric of Object.keys(view.verdicts) as MetricId[]) {
    const verdict = view.verdicts[metric];
    if (verdict && isMetricId(metric)) verdicts[metric] = cropVerdict(verdict, first);
  }
  return {
    ...view,
    nights: view.nights.slice(first),
    hiddenNights: view.hiddenNights + first,
    verdicts,
    annotations: view.annotations.flatMap((annotation) => {
      const { night } = annotation;
      if (night === null) return [annotation];
      return night <= first ? [] : [{ ...annotation, night: night - first }];
    }),
  };
}

function cropVerdict(verdict: SeriesVerdict, first: number): SeriesVerdict {
  return {
    ...verdict,
    levels: verdict.levels.flatMap((level): SeriesLevel[] =>
      level.end <= first
        ? []
        : [{ ...level, start: Math.max(0, level.start - first), end: level.end - first }],
    ),
    changes: verdict.changes.flatMap(({ firstBad, lastGood, fixed, brokenBy, ...change }): SeriesChange[] =>
      lastGood < first
        ? []
        : [
            {
              ...change,
              firstBad: firstBad - first,
              lastGood: lastGood - first,
              fixed: fixed === null ? null : fixed - first,
              brokenBy: brokenBy && { ...brokenBy, at: brokenBy.at - first },
            },
          ],
    ),
    outliers: verdict.outliers.flatMap((night) => (night < first ? [] : [night - first])),
  };
}
