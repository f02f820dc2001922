import type { Histogram } from '../../../model/details';
import { TRANSACTION_ORDER, testOf } from '../names';
import { BUCKET, HISTOGRAM } from './lines';

/** The tool has buckets of a millisecond up to 20 s, and prints those up to four times the 90th percentile. */
const MAX_BUCKETS = 20_000;

/**
 * Response times that tpcc-mysql and its ports print of each type below `<RT Histogram>`: a heading, then buckets
 * of a millisecond, which ports print only where they are not empty. Source: rthist.c of
 * github.com/Percona-Lab/tpcc-mysql.
 */
export class RtHistograms {
  readonly #found: Histogram[] = [];

  /** True for a heading or a bucket. */
  static has(text: string): boolean {
    return HISTOGRAM.test(text) || BUCKET.test(text);
  }

  line(text: string, line: number): void {
    const heading = HISTOGRAM.exec(text)?.[1];
    const [, bound = '', count = ''] = BUCKET.exec(text) ?? [];
    const open = this.#found.at(-1);
    if (heading !== undefined) this.#begin(testOf(heading), line);
    else if (open && count !== '') addBucket(open, { upTo: Number(bound), count: Number(count) }, line);
  }

  #begin(of: string, line: number): void {
    if (this.#found.length >= TRANSACTION_ORDER.length) return;
    this.#found.push({
      id: 'latency',
      label: 'response time',
      unit: 's',
      of,
      buckets: [],
      line,
      lineEnd: line,
    });
  }

  build(): Histogram[] {
    return this.#found.filter(({ buckets }) => buckets.length > 0);
  }
}

/** Bounds that do not rise are of a damaged file. */
function addBucket(open: Histogram, bucket: { upTo: number; count: number }, line: number): void {
  const last = open.buckets.at(-1)?.upTo ?? 0;
  if (bucket.upTo <= last || open.buckets.length >= MAX_BUCKETS) return;
  open.buckets.push(bucket);
  open.lineEnd = line;
}
