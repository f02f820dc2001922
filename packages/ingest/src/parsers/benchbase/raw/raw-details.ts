import { FactsBuilder } from '../../../files/details-builder';
import { SeriesBuilder } from '../../../files/series-builder';
import { type FileDetails, NO_DETAILS } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { parseRawHeader, parseRawRow, type RawColumns, type RawRow } from './raw-rows';
import { TransactionLatencies } from './transaction-latencies';

const MAX_LINE_BYTES = 4096;
const MICROSECONDS = 1e6;

interface Row {
  text: string;
  line: number;
}

/** Requests and average latency of each second, histograms by transaction, and the first and the last request. */
export class RawDetails implements DetailsSession {
  #columns: RawColumns | null = null;
  readonly #transactions = new TransactionLatencies();
  readonly #rate = new SeriesBuilder({ id: 'throughput', label: 'requests/s', unit: 'requests/s', of: null });
  readonly #average = new SeriesBuilder({ id: 'latency_avg', label: 'avg', unit: 's', of: null });
  #open = { second: 0, count: 0, sum: 0, line: 0 };
  #start: number | null = null;
  #first: Row | null = null;
  #last: Row | null = null;

  line(bytes: Buffer, start: number, end: number, line: number): void {
    if (start === end) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    if (!this.#columns) {
      this.#columns = parseRawHeader(text);
      return;
    }
    const row = parseRawRow(text, this.#columns);
    if (!row) return;
    this.#last = { text, line };
    this.#first ??= this.#last;
    this.#transactions.add(row.transaction, row.latency);
    this.#addToSecond(row, line);
  }

  /** Rows are in the order of their start: a second is over when a later one begins. */
  #addToSecond({ start, latency }: RawRow, line: number): void {
    this.#start ??= start;
    const second = Math.floor(start - this.#start);
    if (second > this.#open.second) this.#close(second, line);
    if (this.#open.count === 0) this.#open.line = line;
    this.#open.count += 1;
    this.#open.sum += latency;
  }

  #close(next: number, line: number): void {
    const { second, count, sum, line: first } = this.#open;
    if (count > 0) {
      this.#rate.add(second, count, first);
      this.#average.add(second, sum / count / MICROSECONDS, first);
    }
    this.#open = { second: next, count: 0, sum: 0, line };
  }

  end(): FileDetails {
    const [first, last] = [this.#first, this.#last];
    if (!first || !last) return NO_DETAILS;
    this.#close(0, last.line);
    const facts = new FactsBuilder();
    facts.add({ name: 'first request', value: first.text, line: first.line });
    facts.add({ name: 'last request', value: last.text, line: last.line });
    const transactions = this.#transactions.list();
    for (const { name: group, latencies } of transactions)
      facts.add({ group, name: 'requests', value: String(latencies.count), line: first.line });
    const histograms = transactions.map(({ name: of, latencies }) => ({
      id: 'latency',
      label: 'latency',
      unit: 's',
      of,
      buckets: latencies.toRanges().map(({ upTo, count }) => ({ upTo: upTo / MICROSECONDS, count })),
      line: first.line,
      lineEnd: last.line,
    }));
    return { series: [this.#rate.build(), this.#average.build()], histograms, facts: facts.build() };
  }
}
