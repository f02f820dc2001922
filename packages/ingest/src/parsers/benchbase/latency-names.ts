import { type MetricId, percentileMetric } from '../../model/metric';
import { lookUp } from '../../model/words/look-up';

/** Meaning of a header or a key of a latency. */
export interface LatencyName {
  /** Id of its series: the metric where there is one. */
  id: string;
  label: string;
  /** Null for the 25th percentile, which has no metric. */
  metric: MetricId | null;
  /** Power of ten that makes seconds of it. */
  exponent: -3 | -6;
}

/** `95th Percentile Latency (microseconds)`, `Average Latency (millisecond)`; of OLTPBench `95th_lat(ms)`, `avg_lat(ms)`. */
const LATENCY =
  /^(?:(avg|average|min|minimum|median|max|maximum)|(25|75|90|95|99)th)[ _](?:percentile )?lat(?:ency)? ?\((ms|milliseconds?|us|microseconds?)\)$/i;

type Statistic = Pick<LatencyName, 'id' | 'label' | 'metric'>;

const of = (metric: MetricId, label: string): Statistic => ({ id: metric, label, metric });
const AVERAGE = of('latency_avg', 'avg');
const SMALLEST = of('latency_min', 'min');
const LARGEST = of('latency_max', 'max');

const STATISTICS: Readonly<Record<string, Statistic>> = {
  avg: AVERAGE,
  average: AVERAGE,
  min: SMALLEST,
  minimum: SMALLEST,
  max: LARGEST,
  maximum: LARGEST,
  median: of('latency_p50', 'p50'),
};

function ofPercentile(percentile: string): Statistic {
  const metric = percentileMetric(Number(percentile));
  return { id: metric ?? `latency_p${percentile}`, label: `p${percentile}`, metric };
}

/** The latency that a column or a key holds; null for other columns. */
export function latencyOf(name: string): LatencyName | null {
  const [, word, percentile, unit = ''] = LATENCY.exec(name.trim()) ?? [];
  const statistic =
    percentile === undefined ? lookUp(STATISTICS, (word ?? '').toLowerCase()) : ofPercentile(percentile);
  if (!statistic) return null;
  return { ...statistic, exponent: /^(?:ms|milli)/i.test(unit) ? -3 : -6 };
}
