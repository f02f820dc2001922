import { shownUnit } from '@basecase/analysis';
import { benchmarkModel, metricOf } from '@basecase/ingest/model';
import type { TrendsData } from './trends-data';
import type { TrendsState } from './trends-state';

/** Why absolute values are not offered; empty when they are. */
export function whyNoAbsolute({ trendLines, tests }: Pick<TrendsData, 'trendLines' | 'tests'>): string {
  if (trendLines.length > 0 && trendLines.every(({ workload }) => workload.ownBase !== null))
    return 'These tables were published as ratios; absolute values were not';
  if (new Set(tests.map(({ unit }) => unit)).size > 1)
    return 'These tests have different units: their mean has none';
  return '';
}

/** Short name of what is drawn, `rQPS` or `cs/o`. */
export function metricLabel({ benchmark, metric }: Pick<TrendsData, 'benchmark' | 'metric'>): string {
  return metric === 'throughput' ? benchmarkModel(benchmark).throughputLabel : metricOf(metric).label;
}

/** `Relative QPS, version / base`, `QPS in queries/s`. */
export function unitText(data: TrendsData, mode: TrendsState['mode']): string {
  const label = metricLabel(data);
  if (mode === 'rel') return `Relative ${label}, version / base`;
  return `${label} in ${data.metric === 'throughput' ? (data.tests[0]?.unit ?? '') : shownUnit(data.metric)}`;
}
