import { SeriesBuilder } from '../../../files/series-builder';
import type { Histogram, Series } from '../../../model/details';
import { testOf } from '../names';
import { toNumber } from '../numbers';

/** Counts of a port in C++ are printed as floats, and its buckets are microseconds wide instead of milliseconds. */
const FLOAT_COUNT = /^\d{1,15}\.0{6}$/;
const COUNT = /^\d{1,15}$/;
/** `histogram.buckets` is 1000 by default; what is above counts in the last range. */
const MAX_BUCKETS = 5000;
const MAX_OPERATIONS = 200;

interface Buckets {
  /** Power of ten of a bucket's width, in seconds. */
  exponent: number;
  buckets: Histogram['buckets'];
  /** Above the last bucket; null when there is no such row. */
  above: number | null;
  line: number;
  lineEnd: number;
}

/**
 * Rows `[READ], 0, 398998` of `measurementtype=histogram` (milliseconds, operations) and `[READ], 1000, 812.5` of
 * `measurementtype=timeseries` (milliseconds since the start, mean latency in microseconds). They have one shape: counts
 * are whole, means are printed with a point.
 */
export class BucketRows {
  readonly #histograms = new Map<string, Buckets>();
  readonly #series = new Map<string, SeriesBuilder>();

  /** @param key `0`, `1`, ..., `>1000` */
  add(operation: string, { key, value }: { key: string; value: string }, line: number): void {
    const isCount = COUNT.test(value);
    const isFloat = FLOAT_COUNT.test(value);
    if (this.#series.has(operation) || (!isCount && !isFloat)) this.#addMean(operation, { key, value }, line);
    else this.#addCount(operation, { key, count: Number(value), exponent: isFloat ? -6 : -3 }, line);
  }

  #addMean(operation: string, { key, value }: { key: string; value: string }, line: number): void {
    const [seconds, mean] = [toNumber(key, -3), toNumber(value, -6)];
    if (seconds === null) return;
    const known = this.#series.get(operation);
    if (!known && this.#series.size >= MAX_OPERATIONS) return;
    const head = { id: 'latency_avg', label: 'avg', unit: 's', of: testOf(operation) };
    const builder = known ?? new SeriesBuilder(head);
    this.#series.set(operation, builder);
    builder.add(seconds, mean, line);
  }

  #addCount(
    operation: string,
    { key, count, exponent }: { key: string; count: number; exponent: number },
    line: number,
  ): void {
    const known = this.#histograms.get(operation);
    if (!known && this.#histograms.size >= MAX_OPERATIONS) return;
    const rows = known ?? { exponent, buckets: [], above: null, line, lineEnd: line };
    this.#histograms.set(operation, rows);
    rows.lineEnd = line;
    const upTo = Number(`${Number(key) + 1}e${rows.exponent}`);
    const isNext = upTo > (rows.buckets.at(-1)?.upTo ?? 0);
    if (key.startsWith('>') || rows.buckets.length >= MAX_BUCKETS || !isNext) {
      rows.above = (rows.above ?? 0) + count;
    } else rows.buckets.push({ upTo, count });
  }

  get series(): Series[] {
    return [...this.#series.values()].map((builder) => builder.build());
  }

  get histograms(): Histogram[] {
    return [...this.#histograms].map(([operation, { buckets, above, line, lineEnd }]) => ({
      id: 'latency',
      label: 'latency',
      unit: 's',
      of: testOf(operation),
      buckets: above === null ? buckets : [...buckets, { upTo: null, count: above }],
      line,
      lineEnd,
    }));
  }
}
