import { Measurements } from '../../../assemble/measurements';
import { type MetricId, metricOf } from '../../../model/metric';
import type { NormalizedResult } from '../../../model/run';
import { unitBy } from '../../../model/words/same-unit';
import type { AssembleContext } from '../../family';
import type { PlacedRow } from './placed-rows';

/**
 * Adds a number of the file to its result, the main number as throughput. What is paid (a time, a size) is kept as it is, and its
 * throughput is one by it: twice the time is half the speed, so that every page shows and judges it as it does any other.
 *
 * @param main metric that measures the speed of the test, undefined when it has none
 */
export function addToResult(
  result: NormalizedResult,
  placed: PlacedRow,
  { main, context }: { main: MetricId | undefined; context: AssembleContext },
): void {
  const measurements = new Measurements();
  const { file, row, measured } = placed;
  const at = { file, line: row.line };
  const value = (row.value ?? Number.NaN) * measured.factor;
  if (measured.metric !== main) {
    measurements.reported(measured.metric, value, { ...at, unit: measured.unit.text });
  } else {
    result.unit = unitOfMain(measured);
    if (measured.direction === 'higher-is-better') {
      measurements.reported('throughput', value, { ...at, unit: result.unit });
      if (value === 0) noteZero(result.test, file, row.line, context);
    } else addCost(result, measurements, placed, context);
  }
  const added = measurements.list.filter(({ metric, source }) =>
    result.measurements.every((known) => known.metric !== metric || known.source !== source),
  );
  // As long as it is: what is appended to holds room for a dozen more.
  result.measurements = result.measurements.concat(added);
}

function addCost(
  { test, unit }: NormalizedResult,
  measurements: Measurements,
  { file, row, measured }: PlacedRow,
  context: AssembleContext,
): void {
  const at = { file, line: row.line };
  const value = (row.value ?? Number.NaN) * measured.factor;
  measurements.reported(measured.metric, value, { ...at, unit: measured.unit.text });
  const paid = measured.unit.kind === 'time' ? value * measured.unit.factor : value;
  if (paid > 0 && value <= metricOf(measured.metric).bounds.max)
    measurements.computed('throughput', 1 / paid, { ...at, unit, formula: 'one_by_value' });
  else {
    const message = `${test}: ${row.metric} of ${value} is not a cost, so it cannot be compared`;
    context.note('METRIC_MISSING', file, message, row.line);
  }
}

/**
 * `queries/s`; `operations/s by p99`, `1/KiB by rss` of what is paid; the name where the metric has no unit: `score`.
 * Throughputs computed from a mean, from a percentile and from a measured rate are different kinds.
 */
function unitOfMain({ metric, unit, direction }: PlacedRow['measured']): string {
  const { label } = metricOf(metric);
  if (direction === 'higher-is-better') return unit.text || label;
  if (unit.kind === 'time') return unitBy('operations/s', label);
  return unit.text ? unitBy(`1/${unit.text}`, label) : `1/${label}`;
}

function noteZero(test: string, file: string, line: number, context: AssembleContext): void {
  context.note('ZERO_THROUGHPUT', file, `${test}: throughput is 0: nothing can be compared with it`, line);
}
