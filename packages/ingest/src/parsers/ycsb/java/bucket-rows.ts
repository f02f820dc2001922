import type { DetailsBuilder } from '../../../files/details-builder';
import type { Histogram } from '../../../model/details';
import { toNumber } from '../../numbers';
import { testOf } from '../names';

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
export function newBucketRows(details?: DetailsBuilder) {
  const histograms = new Map<string, Buckets>();
  /** Operations with means over time. */
  const means = new Set<string>();

  const addCount = (
    operation: string,
    { key, count, exponent }: { key: string; count: number; exponent: number },
    line: number,
  ): void => {
    const known = histograms.get(operation);
    if (!known && histograms.size >= MAX_OPERATIONS) return;
    const rows = known ?? { exponent, buckets: [], above: null, line, lineEnd: line };
    histograms.set(operation, rows);
    rows.lineEnd = line;
    const upTo = Number(`${Number(key) + 1}e${rows.exponent}`);
    const isNext = upTo > (rows.buckets.at(-1)?.upTo ?? 0);
    if (key.startsWith('>') || rows.buckets.length >= MAX_BUCKETS || !isNext) {
      rows.above = (rows.above ?? 0) + count;
    } else rows.buckets.push({ upTo, count });
  };

  return {
    /** @param key `0`, `1`, ..., `>1000` */
    add(operation: string, { key, value }: { key: string; value: string }, line: number): void {
      const isFloat = FLOAT_COUNT.test(value);
      const seconds = toNumber(key, -3);
      if (!means.has(operation) && (isFloat || COUNT.test(value)))
        addCount(operation, { key, count: Number(value), exponent: isFloat ? -6 : -3 }, line);
      else if (seconds !== null && means.size < MAX_OPERATIONS) {
        means.add(operation);
        const head = { id: 'latency_avg', label: 'avg', unit: 's', of: testOf(operation) };
        details?.later.series(head).add(seconds, toNumber(value, -6), line);
      }
    },

    /** Hands over the histograms. */
    end(): void {
      for (const [operation, { buckets, above, line, lineEnd }] of histograms) {
        if (above !== null) buckets.push({ upTo: null, count: above });
        const head = { id: 'latency', label: 'latency', unit: 's', of: testOf(operation) };
        details?.histograms.push({ ...head, buckets, line, lineEnd });
      }
    },
  };
}
