import type { Measurement, MetricId, NormalizedResult, Source } from '@basecase/ingest/model';
import { median } from './median';
import { toPrintfFixed } from './printf';

export interface CellValue {
  value: number;
  source: Source;
}

/**
 * Median over repeats, for each metric that one of them has. Per metric the preferred source counts, the other
 * one when there is no other: a reported and a computed value are never mixed into one median.
 *
 * @param reported prefer reported values, and round throughput as published tables do before anything is computed
 */
export function medianMeasurements(
  repeats: readonly NormalizedResult[],
  reported: boolean,
): Map<MetricId, CellValue> {
  const all = repeats.flatMap((result) => result.measurements);
  const cell = new Map<MetricId, CellValue>();
  for (const metric of new Set(all.map((measurement) => measurement.metric))) {
    const measurements = all.filter((measurement) => measurement.metric === metric);
    const source = preferredSource(measurements, reported);
    const values = measurements
      .filter((measurement) => measurement.source === source)
      .map((measurement) => (reported ? asPublished(measurement) : measurement.value));
    const value = median(values);
    if (value !== null) cell.set(metric, { value, source });
  }
  return cell;
}

function preferredSource(measurements: readonly Measurement[], reported: boolean): Source {
  const preferred: Source = reported ? 'reported' : 'computed';
  const other: Source = reported ? 'computed' : 'reported';
  return measurements.some((measurement) => measurement.source === preferred) ? preferred : other;
}

/** Published tables print QPS as integers, and their ratios are ratios of those. */
function asPublished({ metric, value }: Measurement): number {
  return metric === 'throughput' ? Number(toPrintfFixed(value, 0)) : value;
}
