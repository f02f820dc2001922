import type { Measurements, ReadAt } from '../../../assemble/measurements';
import type { Histogram } from '../../../model/details';
import type { FormulaName } from '../../../model/formulas';
import { type MetricId, percentilesOf } from '../../../model/metric';

/** Values below it have a bucket each; above it an octave has half as many buckets. */
const EXACT_BITS = 8;
const EXACT = 2 ** EXACT_BITS;
const PER_OCTAVE = EXACT / 2;
/** Values are integers up to it. */
const MAX_VALUE = Number.MAX_SAFE_INTEGER;
/** Divided by it an integer of microseconds is the nearest number of seconds; multiplied by 1e-6 it is not. */
const MICROSECONDS = 1e6;
/** 32 bits are what `Math.clz32` looks at. */
const WORD = 2 ** 32;

/**
 * Counts of integers in log-linear buckets, as an HDR histogram has them (hdrhistogram.org): each octave has 128 of one
 * width, so a value is known to 1/256, 0.4%. Memory is 6,000 numbers at most, however many values there are.
 */
export class LatencyHistogram {
  count = 0;
  sum = 0;
  /** Exact, as is `max`; infinite when empty. */
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  counts = new Float64Array(EXACT);

  /** @param value an integer from 0 to 2^53 - 1 */
  add(value: number): void {
    const bucket = bucketOf(value);
    if (bucket >= this.counts.length) this.#grow(bucket + 1);
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.count += 1;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  /** Adds all values of another one. */
  merge(other: LatencyHistogram): void {
    if (other.counts.length > this.counts.length) this.#grow(other.counts.length);
    other.counts.forEach((count, bucket) => {
      this.counts[bucket] = (this.counts[bucket] ?? 0) + count;
    });
    this.count += other.count;
    this.sum += other.sum;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
  }

  /**
   * The value that a share of all values does not exceed, by nearest rank: the middle of its bucket.
   *
   * @param share 0.95 for the 95th percentile
   * @returns null when empty
   */
  percentile(share: number): number | null {
    if (this.count === 0) return null;
    const rank = Math.max(1, Math.ceil(share * this.count));
    if (rank >= this.count) return this.max;
    let seen = 0;
    for (let bucket = 0; bucket < this.counts.length; bucket += 1) {
      seen += this.counts[bucket] ?? 0;
      if (seen < rank) continue;
      const { low, high } = boundsOf(bucket);
      return Math.min(this.max, Math.max(this.min, Math.round((low + high) / 2)));
    }
    return this.max;
  }

  mean(): number | null {
    return this.count === 0 ? null : this.sum / this.count;
  }

  /** Counts of buckets that are not empty, in rising order, joined so that an octave has at most eight. */
  toRanges(): { upTo: number; count: number }[] {
    const joined = PER_OCTAVE / 8;
    const ranges = new Map<number, number>();
    this.counts.forEach((count, bucket) => {
      if (count === 0) return;
      const last = bucket < PER_OCTAVE ? bucket : bucket - (bucket % joined) + joined - 1;
      ranges.set(last, (ranges.get(last) ?? 0) + count);
    });
    return [...ranges].map(([bucket, count]) => ({ upTo: boundsOf(bucket).high, count }));
  }

  /** Its ranges in seconds, where values are microseconds. */
  toHistogram({
    of,
    first: line,
    last: lineEnd,
  }: {
    of: string | null;
    first: number;
    last: number;
  }): Histogram {
    const buckets = this.toRanges().map(({ upTo, count }) => ({ upTo: upTo / MICROSECONDS, count }));
    return { id: 'latency', label: 'latency', unit: 's', of, buckets, line, lineEnd };
  }

  #grow(length: number): void {
    const counts = new Float64Array(Math.max(length, this.counts.length * 2));
    counts.set(this.counts);
    this.counts = counts;
  }
}

/** Index of the bucket of an integer. */
function bucketOf(value: number): number {
  if (value < EXACT) return value;
  const whole = Math.min(value, MAX_VALUE);
  const exponent = whole < WORD ? 31 - Math.clz32(whole) : 31 + 32 - Math.clz32(Math.floor(whole / WORD));
  const shift = exponent - EXACT_BITS + 1;
  return EXACT + (shift - 1) * PER_OCTAVE + Math.floor(whole / 2 ** shift) - PER_OCTAVE;
}

function boundsOf(bucket: number): { low: number; high: number } {
  if (bucket < EXACT) return { low: bucket, high: bucket };
  const above = bucket - EXACT;
  const width = 2 ** (1 + Math.floor(above / PER_OCTAVE));
  const low = (PER_OCTAVE + (above % PER_OCTAVE)) * width;
  return { low, high: low + width - 1 };
}

/** Adds latencies of rows in microseconds. @param percentiles in percent */
export function addLatencies(
  measurements: Measurements,
  latencies: LatencyHistogram,
  { percentiles, ...at }: ReadAt & { percentiles: readonly number[] },
): void {
  const add = (metric: MetricId, microseconds: number | null, formula: FormulaName) =>
    measurements.computed(metric, microseconds === null ? null : microseconds / MICROSECONDS, {
      ...at,
      formula,
    });
  add('latency_min', latencies.min, 'log_latency_min');
  add('latency_avg', latencies.mean(), 'log_latency_mean');
  for (const [percent, metric] of percentilesOf('latency'))
    if (percentiles.includes(percent))
      add(metric, latencies.percentile(percent / 100), 'log_latency_percentile');
  add('latency_max', latencies.max, 'log_latency_max');
}
