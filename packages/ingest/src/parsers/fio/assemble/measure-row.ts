import { Measurements } from '../../../assemble/measurements';
import type { FormulaName } from '../../../model/formulas';
import { type MetricId, percentilesOf } from '../../../model/metric';
import type { Combined, CombinedLatency, FioRow, FioRowDirection } from '../fio-log';

const LATENCY_PERCENTILES = percentilesOf('latency');
const SYNC_PERCENTILES = percentilesOf('sync_latency');

/** Adds values of one file; values of a single block are as fio printed them, the rest is computed. */
class RowMeasurements {
  readonly measurements = new Measurements();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add(metric: MetricId, combined: Combined | null, formula: FormulaName): void {
    if (!combined || combined.blocks === 0) return;
    const { value, line, lineEnd, blocks } = combined;
    const at = { file: this.#file, line, ...(metric === 'throughput' ? { unit: 'IO/s' } : {}) };
    if (blocks === 1) this.measurements.reported(metric, value, at);
    else this.measurements.computed(metric, value, { ...at, lineEnd, formula });
  }

  /** IO/s, bandwidth, and the completion latency: it does not include the sync that follows a write. */
  direction({ iops, bandwidth, runtime, latency }: FioRowDirection): void {
    this.add('throughput', iops, 'sum_over_jobs');
    this.add('bandwidth', bandwidth, 'sum_over_jobs');
    this.add('elapsed', runtime, 'max_over_jobs');
    if (!latency) return;
    this.add('latency_min', latency.min, 'min_over_jobs');
    this.add('latency_avg', latency.avg, 'mean_over_jobs');
    this.add('latency_max', latency.max, 'max_over_jobs');
    this.percentiles(LATENCY_PERCENTILES, latency);
  }

  sync(latency: CombinedLatency): void {
    this.add('sync_latency_avg', latency.avg, 'mean_over_jobs');
    this.add('sync_latency_max', latency.max, 'max_over_jobs');
    this.percentiles(SYNC_PERCENTILES, latency);
  }

  percentiles(wanted: typeof LATENCY_PERCENTILES, { percentiles }: CombinedLatency): void {
    for (const [percent, metric] of wanted) {
      const found = percentiles.find((known) => known.percent === percent);
      this.add(metric, found?.combined ?? null, 'max_over_jobs');
    }
  }
}

/**
 * The measurements of one row by what they are of: `''` for the row, and where a job both reads and writes `read` and
 * `write` with each one's own. The row has then IO/s and bandwidth of both together and no latency: that of a read and
 * that of a write are two things.
 */
export function measureRow(row: FioRow, file: string): { part: string; measurements: Measurements }[] {
  const [first, ...others] = row.directions;
  const whole = new RowMeasurements(file);
  if (row.sync) whole.sync(row.sync);
  if (!first) return [{ part: '', measurements: whole.measurements }];
  if (others.length === 0) {
    whole.direction(first);
    return [{ part: '', measurements: whole.measurements }];
  }
  whole.add('throughput', total(row.directions.map(({ iops }) => iops)), 'sum_over_jobs');
  whole.add('bandwidth', total(row.directions.map(({ bandwidth }) => bandwidth)), 'sum_over_jobs');
  const parts = row.directions.map((direction) => {
    const part = new RowMeasurements(file);
    part.direction(direction);
    if (direction.name === 'read') whole.add('read_bandwidth', direction.bandwidth, 'sum_over_jobs');
    if (direction.name === 'write') whole.add('write_bandwidth', direction.bandwidth, 'sum_over_jobs');
    return { part: direction.name, measurements: part.measurements };
  });
  whole.add('elapsed', longest(row.directions), 'max_over_jobs');
  return [{ part: '', measurements: whole.measurements }, ...parts];
}

function total(values: readonly Combined[]): Combined {
  return {
    value: values.reduce((sum, { value }) => sum + value, 0),
    line: Math.min(...values.map(({ line }) => line)),
    lineEnd: Math.max(...values.map(({ lineEnd }) => lineEnd)),
    blocks: values.reduce((sum, { blocks }) => sum + blocks, 0),
  };
}

function longest(directions: readonly FioRowDirection[]): Combined | null {
  const runtimes = directions.flatMap(({ runtime }) => (runtime ? [runtime] : []));
  return runtimes.reduce<Combined | null>(
    (best, next) => (best && best.value >= next.value ? best : next),
    null,
  );
}
