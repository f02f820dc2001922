import { SeriesBuilder } from '../../../files/series-builder';
import type { Series } from '../../../model/details';
import { percentileMetric } from '../../../model/metric';
import { type Interval, readIntervalLine } from './interval-lines';

const MEBIBYTE = 1024 * 1024;

interface Column {
  id: string;
  label: string;
  unit: string;
  factor?: number;
}

/** Series by the names of numbers in interval lines, in the order they are shown. */
const COLUMNS: Readonly<Record<string, Column>> = {
  qps: { id: 'throughput', label: 'QPS', unit: 'queries/s' },
  eps: { id: 'throughput', label: 'events/s', unit: 'events/s' },
  rw: { id: 'rw_requests_per_s', label: 'reads + writes/s', unit: 'requests/s' },
  tps: { id: 'transactions_per_s', label: 'TPS', unit: 'transactions/s' },
  mib: { id: 'bandwidth', label: 'bandwidth', unit: 'B/s', factor: MEBIBYTE },
  readMib: { id: 'read_bandwidth', label: 'read', unit: 'B/s', factor: MEBIBYTE },
  writtenMib: { id: 'write_bandwidth', label: 'written', unit: 'B/s', factor: MEBIBYTE },
  fsyncs: { id: 'fsyncs', label: 'fsyncs/s', unit: 'fsyncs/s' },
  reads: { id: 'read_queries', label: 'read queries/s', unit: 'queries/s' },
  writes: { id: 'write_queries', label: 'write queries/s', unit: 'queries/s' },
  other: { id: 'other_queries', label: 'other queries/s', unit: 'queries/s' },
  errors: { id: 'errors_per_s', label: 'errors/s', unit: 'errors/s' },
  reconnects: { id: 'reconnects_per_s', label: 'reconnects/s', unit: 'reconnects/s' },
  threads: { id: 'threads', label: 'threads', unit: 'threads' },
  queue: { id: 'queue_length', label: 'queue length', unit: 'events' },
  concurrency: { id: 'concurrency', label: 'concurrency', unit: 'events' },
};
const ORDER = Object.keys(COLUMNS);

/** Collects the interval lines of one run as series. */
export class SysbenchSeries {
  readonly #builders = new Map<string, SeriesBuilder>();

  /** @param text a line that starts with `[`, or one of the csv report */
  line(text: string, lineNumber: number): void {
    const interval = readIntervalLine(text);
    if (!interval) return;
    for (const [name, value] of interval.values) this.#add(name, { interval, value, lineNumber });
    const { values } = interval;
    // 0.4 and 0.5 print no queries/s: reads + writes is what their summary calls read/write requests.
    if (values.has('tps') && !values.has('qps')) {
      const value = (values.get('reads') ?? 0) + (values.get('writes') ?? 0);
      this.#add('rw', { interval, value, lineNumber });
    }
  }

  build(): Series[] {
    const place = (key: string) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
    return [...this.#builders].sort(([a], [b]) => place(a) - place(b)).map(([, builder]) => builder.build());
  }

  #add(
    name: string,
    { interval, value, lineNumber }: { interval: Interval; value: number; lineNumber: number },
  ): void {
    if (name === 'latency') {
      this.#addLatency(interval, value, lineNumber);
      return;
    }
    const column = COLUMNS[name];
    if (!column) return;
    const builder = this.#builder(name, column);
    builder.add(interval.second, value * (column.factor ?? 1), lineNumber);
  }

  /** --percentile=0 switches percentiles off and prints 0. */
  #addLatency({ second, percentile }: Interval, milliseconds: number, lineNumber: number): void {
    if (percentile === null || percentile === 0) return;
    const id = percentileMetric(percentile) ?? `latency_p${percentile}`;
    const builder = this.#builder(id, { id, label: `p${percentile}`, unit: 's' });
    builder.add(second, Number(`${milliseconds}e-3`), lineNumber);
  }

  #builder(key: string, { id, label, unit }: Column): SeriesBuilder {
    const known = this.#builders.get(key);
    if (known) return known;
    const builder = new SeriesBuilder({ id, label, unit, of: null });
    this.#builders.set(key, builder);
    return builder;
  }
}
