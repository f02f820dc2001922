import { Measurements } from '../../../assemble/measurements';
import { type MetricId, percentilesOf } from '../../../model/metric';
import type { Measurement } from '../../../model/run';
import { addRate, addTime } from '../../micro-benchmark/add-operation';
import { type Scaled, toBaseUnit } from '../../micro-benchmark/units';
import type { NumberAt } from '../../number-line';
import type { JmhBenchmark } from '../jmh-log';

const PERCENTILES: readonly (readonly [number, MetricId])[] = [
  [0, 'latency_min'],
  ...percentilesOf('latency'),
  [100, 'latency_max'],
];

/** Why a benchmark has no result, in words. */
export interface Unmeasured {
  code: 'METRIC_MISSING' | 'jmh:UNIT_CONTRADICTS_MODE';
  message: string;
}

/** Says what is wrong with mode and unit of a benchmark; null where they fit. Throughput is a rate, all else a time. */
export function findContradiction({ mode, unit, name }: JmhBenchmark): Unmeasured | null {
  const kind = toBaseUnit(1, unit)?.kind;
  if (kind === undefined)
    return { code: 'METRIC_MISSING', message: `${name}: "${unit}" is neither ops per time nor time per op` };
  if ((mode === 'thrpt') === (kind === 'rate')) return null;
  const message = `${name}: mode ${mode} with the unit ${unit}: not stored, because its direction (higher or lower is better) is unknown`;
  return { code: 'jmh:UNIT_CONTRADICTS_MODE', message };
}

/**
 * Measurements of each iteration of each fork, which are repeats; where only the score is printed, of that. The times of
 * single operations (mode `sample`) are one result with their percentiles.
 */
export function measure(benchmark: JmhBenchmark, file: string): Measurement[][] {
  const { iterations, allocated, allocatedScore, score, mode } = benchmark;
  if (mode === 'sample' || iterations.length === 0)
    return score ? [measureOne(benchmark, { score, allocated: allocatedScore }, file)] : [];
  const isParallel = allocated.length === iterations.length;
  return iterations.flatMap((each, index) => {
    const own = isParallel ? (allocated[index] ?? null) : null;
    return each ? [measureOne(benchmark, { score: each, allocated: own }, file)] : [];
  });
}

function measureOne(
  { mode, unit, threads, percentiles }: JmhBenchmark,
  { score, allocated }: { score: NumberAt; allocated: NumberAt | null },
  file: string,
): Measurement[] {
  const measurements = new Measurements();
  const scaled: Scaled | null = toBaseUnit(score.value, unit);
  const at = { file, line: score.line };
  if (scaled?.kind === 'rate') addRate(measurements, scaled.value, at);
  // The time of an operation in one thread, a mean over all of them.
  else if (scaled) addTime(measurements, scaled.value, { ...at, threads: threads ?? 1 });
  if (mode === 'sample') {
    for (const [percent, metric] of PERCENTILES) {
      const found = percentiles.find((each) => each.percent === percent);
      const seconds = found && toBaseUnit(found.value, unit);
      if (found && seconds) measurements.reported(metric, seconds.value, { file, line: found.line });
    }
  }
  if (allocated) measurements.reported('alloc_bytes_per_op', allocated.value, { file, line: allocated.line });
  return measurements.list;
}
