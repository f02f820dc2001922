import type { Histogram } from '../../../model/details';

const TITLE = 'Latency histogram (values are in milliseconds)';
/** `       0.182 |**************************************** 5777` */
const ROW = /^ *(\d+\.\d+) \|\** +(\d+)$/;

/**
 * The block that --histogram prints. sysbench rounds each latency to the nearest of 1,024 values on a logarithmic
 * scale and prints them with three decimals: values that print alike are one bucket here, and a bucket's bound is the
 * value that its latencies were rounded to.
 */
export class LatencyHistogram {
  #histogram: Histogram | null = null;
  #open = false;

  /** True while the line belongs to the block. */
  line(text: string, lineNumber: number): boolean {
    if (text === TITLE) {
      this.#open = true;
      this.#histogram = {
        id: 'latency',
        label: 'Latency',
        unit: 's',
        of: null,
        buckets: [],
        line: lineNumber,
        lineEnd: lineNumber,
      };
      return true;
    }
    if (!this.#open || !this.#histogram) return false;
    const [, value, count] = ROW.exec(text) ?? [];
    if (value === undefined || count === undefined) {
      this.#open = text.trimStart().startsWith('value ');
      return this.#open;
    }
    addToBucket(this.#histogram, Number(`${value}e-3`), Number(count));
    this.#histogram.lineEnd = lineNumber;
    return true;
  }

  /** The last block of the log. */
  build(): Histogram[] {
    return this.#histogram && this.#histogram.buckets.length > 0 ? [this.#histogram] : [];
  }
}

function addToBucket({ buckets }: Histogram, upTo: number, count: number): void {
  const last = buckets.at(-1);
  if (last?.upTo === upTo) last.count += count;
  else buckets.push({ upTo, count });
}
