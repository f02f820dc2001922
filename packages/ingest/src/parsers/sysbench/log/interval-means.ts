import type { Interval } from './interval-lines';

/** Sum of a rate over the interval lines. */
export interface IntervalMean {
  sum: number;
  count: number;
  /** The first line that has it. */
  line: number;
}

/** Means of the rates of --report-interval: what the summary of the same run can be checked against. */
export class IntervalMeans {
  /** The most that a line had. */
  threads: number | null = null;
  readonly #means = new Map<string, IntervalMean>();

  add({ values }: Interval, line: number): void {
    const threads = values.get('threads');
    if (threads) this.threads = Math.max(this.threads ?? 0, threads);
    for (const [name, value] of values) {
      const mean = this.#means.get(name) ?? { sum: 0, count: 0, line };
      mean.sum += value;
      mean.count += 1;
      this.#means.set(name, mean);
    }
  }

  /** @param name of a group of `interval-lines.ts`: `qps` */
  find(name: string): IntervalMean | null {
    return this.#means.get(name) ?? null;
  }
}
