import { divide, type FormulaName, QUOTIENTS } from '../model/formulas';
import type { MetricId } from '../model/metric';
import type { CpuTimeLog } from '../parsers/host/cpu-time/cpu-time-log';
import type { DeviceMeans } from '../parsers/host/iostat/iostat-log';
import type { VmstatLog } from '../parsers/host/vmstat/vmstat-log';
import type { Measurements } from './measurements';

/** The divisor of the means of a log. */
export interface Rates {
  /** Throughput of the test, operations per second; null without one. */
  q: number | null;
  /** Rows inserted per second, of benchmarks that report writes per insert. */
  insertRate?: number | null;
  cores?: number | null;
}

interface Means {
  path: string;
  log: { samples: number; firstLine: number; lastLine: number };
  samples: MetricId;
  means: readonly (readonly [MetricId, FormulaName, number | null])[];
}

/** Adds the means of a log and what one operation cost: every quotient with one of them as its numerator. */
function addMeans(measurements: Measurements, { path, log, samples, means }: Means, rates: Rates): void {
  const at = { file: path, line: log.firstLine, lineEnd: log.lastLine };
  measurements.computed(samples, log.samples, { ...at, formula: 'count_samples' });
  for (const mean of means) addMean(measurements, mean, at, rates);
}

function addMean(
  measurements: Measurements,
  [metric, formula, mean]: Means['means'][number],
  at: { file: string; line: number; lineEnd?: number },
  { q, insertRate = null, cores = null }: Rates,
): void {
  measurements.computed(metric, mean, { ...at, formula });
  for (const quotient of QUOTIENTS.filter(({ numerator }) => numerator === metric)) {
    const rate = quotient.denominator === 'throughput' ? q : insertRate;
    measurements.computed(quotient.id, divide(quotient, { mean, rate, cores }), {
      ...at,
      formula: quotient.id,
    });
  }
}

/** Means of vmstat; nothing where it has no samples. */
export function addVmstat(
  measurements: Measurements,
  { path, log }: { path: string; log: VmstatLog },
  rates: Rates,
): void {
  if (log.samples === 0) return;
  const means = [
    ['cpu_percent', 'mean_us_sy', log.us + log.sy],
    ['cs_per_s', 'mean_cs', log.cs],
    ['steal', 'median_st', log.steal?.median ?? null],
    ['steal_max', 'max_st', log.steal?.max ?? null],
  ] as const;
  addMeans(measurements, { path, log, samples: 'samples_vmstat', means }, rates);
}

/** CPU time of the server's own processes. */
export function addCpuTime(
  measurements: Measurements,
  { path, log }: { path: string; log: CpuTimeLog },
  rates: Rates,
): void {
  const at = { file: path, line: log.line };
  const mean = (log.cpuSeconds / log.elapsedSeconds) * 1e6;
  addMean(measurements, ['server_cpu_us_per_s', 'server_cpu_time', mean], at, rates);
}

/** Means of one device of iostat. */
export function addIostat(
  measurements: Measurements,
  { path, log }: { path: string; log: DeviceMeans },
  rates: Rates,
): void {
  const means = [
    ['reads_per_s', 'mean_reads', log.readsPerS],
    ['read_kb_per_s', 'mean_read_kb', log.readKbPerS],
    ['writes_per_s', 'mean_writes', log.writesPerS],
    ['write_kb_per_s', 'mean_write_kb', log.writeKbPerS],
  ] as const;
  addMeans(measurements, { path, log, samples: 'samples_iostat', means }, rates);
}
