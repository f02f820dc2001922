import { divide, type FormulaName, QUOTIENTS } from '../model/formulas';
import { type MetricId, metricOf } from '../model/metric';
import type { LocatedFigures } from '../model/metrics/stalls';
import type { Measurement, NormalizedResult } from '../model/run';
import type { CpuTimeLog } from '../parsers/host/cpu-time/cpu-time-log';
import type { DeviceMeans } from '../parsers/host/iostat/iostat-log';
import type { VmstatLog } from '../parsers/host/vmstat/vmstat-log';
import type { NumberAt } from '../parsers/number-line';

/** Where a value was read: one line, or the lines of the samples that a mean is taken over. */
export interface ReadAt {
  file: string;
  line: number;
  lineEnd?: number;
}

/** The measurements of one result: at most one per metric and source, all finite, each with its place. */
export class Measurements {
  readonly list: Measurement[] = [];

  /** A value as a log or a summary printed it. */
  reported(metric: MetricId, value: number | null | undefined, at: ReadAt & { unit?: string }): void {
    this.#add(metric, value, null, at);
  }

  /** Adds values as one file printed them, each with its line. */
  from(file: string): (metric: MetricId, at: NumberAt | null | undefined, unit?: string) => void {
    return (metric, at, unit) =>
      this.reported(metric, at?.value, { file, line: at?.line ?? 0, ...(unit !== undefined && { unit }) });
  }

  /** A value derived here. */
  computed(
    metric: MetricId,
    value: number | null,
    at: ReadAt & { formula: FormulaName; unit?: string },
  ): void {
    this.#add(metric, value, at.formula, at);
  }

  #add(
    metric: MetricId,
    value: number | null | undefined,
    formula: FormulaName | null,
    at: ReadAt & { unit?: string },
  ): void {
    if (value === null || value === undefined || !Number.isFinite(value)) return;
    const source = formula === null ? 'reported' : 'computed';
    if (this.list.some((known) => known.metric === metric && known.source === source)) return;
    // Of a damaged log the last line that counts may stand before the first.
    const lines = [at.line, at.lineEnd ?? at.line] as const;
    this.list.push({
      metric,
      value,
      unit: at.unit ?? metricOf(metric).unit,
      source,
      formula,
      file: at.file,
      line: Math.min(...lines),
      lineEnd: Math.max(...lines),
    });
  }
}

/** A result as it is before parts are joined, which number its repeats. */
export function newResult({
  measurements,
  ...result
}: Pick<NormalizedResult, 'test' | 'status' | 'unit' | 'clients' | 'tool'> &
  Partial<Pick<NormalizedResult, 'range' | 'command' | 'device'>> & {
    measurements: Measurements;
  }): NormalizedResult {
  const defaults = { range: null, repeat: 1, command: null, device: null };
  return { ...defaults, ...result, measurements: measurements.list };
}

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

/** Figures of the seconds of a run; nothing where there are none. */
export function addSeconds(measurements: Measurements, file: string, found: LocatedFigures | null): void {
  if (!found) return;
  const { figures, line, lineEnd } = found;
  const add = (metric: MetricId & FormulaName, value: number | null) =>
    measurements.computed(metric, value, { file, line, lineEnd, formula: metric });
  add('worst_second', figures.worst);
  add('seconds_cv', figures.cv);
  add('seconds_p99', figures.p99);
  add('seconds_p999', figures.p999);
  add('longest_stall', figures.longestStall);
}

/** What is taken of vmstat, or of samples of CPU that a tool took itself. */
type CpuMeans = Pick<VmstatLog, 'samples' | 'us' | 'sy' | 'cs' | 'steal' | 'firstLine' | 'lastLine'>;

/** Means of vmstat; nothing where it has no samples. */
export function addVmstat(
  measurements: Measurements,
  { path, log }: { path: string; log: CpuMeans },
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
    ['read_await', 'mean_read_wait', log.readWaitS ?? null],
    ['write_await', 'mean_write_wait', log.writeWaitS ?? null],
    ['read_size', 'mean_read_size', log.readSizeKb ?? null],
    ['write_size', 'mean_write_size', log.writeSizeKb ?? null],
    ['queue_size', 'mean_queue', log.queueSize ?? null],
  ] as const;
  addMeans(measurements, { path, log, samples: 'samples_iostat', means }, rates);
}
