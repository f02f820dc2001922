import {
  type FoundBreak,
  judgeSeries,
  type Matrix,
  nightValues,
  type SeriesVerdict,
} from '@basecase/analysis';
import { type MetricId, metricOf } from '@basecase/ingest/model';
import type { CompareColumn } from '../../types/compare';

interface Question {
  /** How many of the first columns are nights. */
  count: number;
  metrics: readonly MetricId[];
  breaks: readonly Pick<FoundBreak, 'night' | 'label'>[];
}

/** Judges metrics of the one test of a matrix, each by itself; those that no night has are left out. */
export function judgeMetrics(
  matrix: Matrix<CompareColumn>,
  { count, metrics, breaks }: Question,
): Partial<Record<MetricId, SeriesVerdict>> {
  const columns = Array.from({ length: count }, (_, index) => index);
  const at = breaks.map(({ night, label }) => ({ at: night, label }));
  const verdicts: Partial<Record<MetricId, SeriesVerdict>> = {};
  for (const metric of metrics) {
    const values = nightValues(matrix, 0, { columns, metric });
    if (values.every((value) => value === null)) continue;
    verdicts[metric] = judgeSeries({ values, better: metricOf(metric).direction, breaks: at });
  }
  return verdicts;
}
