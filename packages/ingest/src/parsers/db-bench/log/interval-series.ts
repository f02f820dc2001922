import { SeriesBuilder } from '../../../files/series-builder';
import type { Series } from '../../../model/details';
import { toFinite } from '../../../text/finite';

/** `2021/02/25-17:01:41  ... thread 0: (1000,33900000) ops and (338989.8,338989.8) ops/second in (1.2,100.0) seconds` */
const INTERVAL =
  /^\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d {2}\.\.\. thread (\d{1,5}): \(\d+,\d+\) ops and \((\d+(?:\.\d+)?),\d+(?:\.\d+)?\) ops\/second in \(\d+(?:\.\d+)?,(\d+(?:\.\d+)?)\) seconds/;
const MAX_THREADS = 64;

interface Thread {
  builder: SeriesBuilder;
  /** Seconds of the tests before, which the thread counts from 0 again. */
  before: number;
  last: number;
}

/** Operations per second of each thread, as `--stats_interval_seconds` prints them. Tests follow one another. */
export class IntervalSeries {
  readonly #threads = new Map<number, Thread>();

  /** @returns true when the line is an interval line */
  line(text: string, line: number): boolean {
    const [, number, rate, total] = INTERVAL.exec(text) ?? [];
    const second = toFinite(total);
    if (number === undefined || second === null) return false;
    const thread = this.#thread(Number(number));
    if (!thread) return true;
    thread.last = thread.before + second;
    thread.builder.add(thread.last, toFinite(rate), line);
    return true;
  }

  /** A test ended: the next one begins after the longest thread of this one. */
  nextTest(): void {
    const end = Math.max(0, ...[...this.#threads.values()].map(({ last }) => last));
    for (const thread of this.#threads.values()) {
      thread.before = end;
      thread.last = end;
    }
  }

  build(): Series[] {
    const sorted = [...this.#threads].sort(([a], [b]) => a - b);
    return sorted.map(([, { builder }]) => builder.build());
  }

  #thread(number: number): Thread | undefined {
    const known = this.#threads.get(number);
    if (known || this.#threads.size >= MAX_THREADS) return known;
    const before = Math.max(0, ...[...this.#threads.values()].map((thread) => thread.before));
    const builder = new SeriesBuilder({
      id: 'throughput',
      label: 'ops/s',
      unit: 'operations/s',
      of: `thread ${number}`,
    });
    const thread: Thread = { builder, before, last: before };
    this.#threads.set(number, thread);
    return thread;
  }
}
