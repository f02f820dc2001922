import { isHeatmapMetric, type MetricId, metricOf } from '@basecase/ingest/model';
import { formatRatio } from '../format/format';
import type { Matrix } from '../matrix/matrix';
import { costRatio, metricRatio, verdictLevel } from '../ratio/ratio';
import { throughputRatio } from '../rounds/throughput-ratio';
import { verdictFill } from '../verdicts/verdict-fill';
import type { ReportCell, ReportInput } from './report';

/** Where in a matrix: indexes. */
export interface At {
  row: number;
  column: number;
  base: number;
}

/** Absolute value of a cell that may be compared, else null. */
export function valueAt(
  matrix: Matrix<unknown>,
  metric: MetricId,
  { row, column }: Pick<At, 'row' | 'column'>,
): number | null {
  if (matrix.status[row]?.[column] !== 'ok') return null;
  return matrix.values[metric]?.[row]?.[column] ?? null;
}

/** Ratio of a cell to its base as the heatmap has it: costs that are too small on both sides have none. */
export function relativeAt(matrix: Matrix<unknown>, metric: MetricId, at: At): number | null {
  const value = valueAt(matrix, metric, at);
  const base = valueAt(matrix, metric, { row: at.row, column: at.base });
  if (metric === 'throughput') return value === null || base === null ? null : throughputRatio(matrix, at);
  return isHeatmapMetric(metric) ? costRatio(metric, value, base) : metricRatio(metric, value, base);
}

/** A ratio as it is shown, with what it means. */
export function toReportCell(relative: number | null, metric: MetricId, threshold: number): ReportCell {
  return {
    text: formatRatio(relative),
    level: verdictLevel(relative, metricOf(metric).direction, threshold),
  };
}

/** A ratio of the metric of a report by the rule that is in force there. */
export function toJudgedCell(
  { judgement, metric, threshold }: Pick<ReportInput, 'judgement' | 'metric' | 'threshold'>,
  { row, column, relative }: { row: number; column: number; relative: number | null },
): ReportCell {
  if (!judgement) return toReportCell(relative, metric, threshold);
  const verdict = judgement.verdicts[row]?.[column] ?? 'missing';
  return { text: formatRatio(relative), level: verdictFill(verdict, relative), verdict };
}
