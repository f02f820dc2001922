import { SeriesBuilder } from '../../../files/series-builder';
import type { Fact, FileDetails, Series } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { ClientNumbers } from './client-numbers';
import { LatencyHistogram } from './latency-histogram';
import { RowScanner } from './row-scanner';

const [CLIENT, TRANSACTION, TIME, SECOND] = [0, 1, 2, 4];
/** Divided by it an integer of microseconds is the nearest number of seconds; multiplied by 1e-6 it is not. */
const MICROSECONDS = 1e6;
const PERCENT_DIGITS = 4;

/** Average and largest latency of each second as series, the histogram, and what was counted. */
export class TransactionDetails implements DetailsSession {
  readonly #scanner = new RowScanner();
  readonly #latencies = new LatencyHistogram();
  readonly #numbers = new ClientNumbers();
  readonly #average = new SeriesBuilder({ id: 'latency_avg', label: 'avg', unit: 's', of: null });
  readonly #largest = new SeriesBuilder({ id: 'latency_max', label: 'max', unit: 's', of: null });
  readonly #counts = { skipped: 0, failed: 0 };
  #open = { second: -1, sum: 0, count: 0, max: 0, line: 0 };
  #start: number | null = null;
  #lines = { first: 0, last: 0 };

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || !this.#scanner.read(bytes, start, end)) return;
    const { values, outcome } = this.#scanner;
    if (this.#lines.first === 0) this.#lines.first = lineNumber;
    this.#lines.last = lineNumber;
    this.#numbers.add(values[CLIENT] ?? 0, values[TRANSACTION] ?? 0);
    if (outcome !== 'done') {
      this.#counts[outcome] += 1;
      return;
    }
    const [time, second] = [values[TIME] ?? 0, values[SECOND] ?? 0];
    this.#latencies.add(time);
    // Rows are in the order in which transactions end.
    if (second !== this.#open.second) this.#close(second, lineNumber);
    this.#open.sum += time;
    this.#open.count += 1;
    this.#open.max = Math.max(this.#open.max, time);
  }

  #close(next: number, line: number): void {
    const { second, sum, count, max, line: first } = this.#open;
    if (count > 0) {
      this.#start ??= second;
      this.#average.add(second - this.#start, sum / count / MICROSECONDS, first);
      this.#largest.add(second - this.#start, max / MICROSECONDS, first);
    }
    this.#open = { second: next, sum: 0, count: 0, max: 0, line };
  }

  end(): FileDetails {
    this.#close(-1, 0);
    const hasRows = this.#latencies.count > 0;
    const series: Series[] = hasRows ? [this.#average.build(), this.#largest.build()] : [];
    const { first: line, last: lineEnd } = this.#lines;
    const buckets = this.#latencies
      .toRanges()
      .map(({ upTo, count }) => ({ upTo: upTo / MICROSECONDS, count }));
    const histogram = { id: 'latency', label: 'latency', unit: 's', of: null, buckets, line, lineEnd };
    return { series, histograms: hasRows ? [histogram] : [], facts: line > 0 ? this.#facts(line) : [] };
  }

  #facts(line: number): Fact[] {
    const share = this.#numbers.hasGaps ? (this.#numbers.share() ?? 1) : 1;
    const percent = Number((share * 100).toPrecision(PERCENT_DIGITS));
    const counted: [string, number, string | null][] = [
      ['rows of transactions', this.#latencies.count, null],
      ['skipped by the latency limit', this.#counts.skipped, null],
      ['failed', this.#counts.failed, null],
      ['clients', this.#numbers.clients, null],
      ['share of all transactions', percent, '%'],
    ];
    return counted.map(([name, number, unit]) => ({
      group: null,
      name,
      value: String(number),
      number,
      unit,
      line,
    }));
  }
}
