import { SeriesBuilder } from '../../../files/series-builder';
import type { Series } from '../../../model/details';
import { percentilesOf } from '../../../model/metric';
import { readBlocks, readStatus } from '../java/status-line';
import { testOf } from '../names';

/** What is drawn of an interval, by what the lines call it. */
const COLUMNS: Readonly<Record<string, { id: string; label: string }>> = {
  Avg: { id: 'latency_avg', label: 'avg' },
  ...Object.fromEntries(
    percentilesOf('latency').map(([percent, id]) => [percent, { id, label: `p${percent}` }]),
  ),
  Max: { id: 'latency_max', label: 'max' },
};
/** Kinds of operations times the columns; a hostile log may name more. */
const MAX_SERIES = 600;
const BLOCK = /^[\t >]{0,40}\[[A-Z][\w-]{0,60}: [A-Z]/;

/** Lines of progress as series: operations/s, and latencies of each kind of operation, all of the interval. */
export class StatusSeries {
  readonly #rate = new SeriesBuilder({ id: 'throughput', label: 'ops/s', unit: 'operations/s', of: null });
  readonly #latencies = new Map<string, SeriesBuilder>();
  #seconds: number | null = null;

  line(text: string, line: number): void {
    const status = readStatus(text);
    if (status) {
      this.#seconds = status.seconds;
      this.#rate.add(status.seconds, status.rate, line);
    } else if (!BLOCK.test(text)) return;
    // Pasted lines are broken: blocks alone are of the line above.
    if (this.#seconds === null) return;
    for (const { operation, values } of readBlocks(text)) {
      for (const [key, value] of values) this.#add(operation, { key, value, line });
    }
  }

  #add(operation: string, { key, value, line }: { key: string; value: number | null; line: number }): void {
    const column = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
    if (!column || this.#seconds === null) return;
    const name = `${operation} ${key}`;
    const known = this.#latencies.get(name);
    if (!known && this.#latencies.size >= MAX_SERIES) return;
    const builder = known ?? new SeriesBuilder({ ...column, unit: 's', of: testOf(operation) });
    this.#latencies.set(name, builder);
    builder.add(this.#seconds, value === null ? null : Number(`${value}e-6`), line);
  }

  build(): Series[] {
    const rate = this.#rate.build();
    const latencies = [...this.#latencies.values()].map((builder) => builder.build());
    return rate.values.length > 0 ? [rate, ...latencies] : [];
  }
}
