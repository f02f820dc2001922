import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { type Columns, parseColumns, parseWindow, type WindowRow } from './columns';
import type { BenchbaseWindows } from './windows-log';

/** Rows have about 120 characters, headers 400. */
const MAX_LINE_BYTES = 4096;

/** Adds up the windows of one table. */
export class WindowsSession implements ParseSession {
  readonly #reporter: FileReporter;
  #columns: Columns | null = null;
  #isOver = false;
  #rows = 0;
  #rates = { sum: 0, count: 0 };
  #requests = { sum: 0, count: 0 };
  #averages = { sum: 0, weight: 0 };
  #min: number | null = null;
  #max: number | null = null;
  #previous: number | null = null;
  #windowS: number | null = null;
  #lines = { first: 0, last: 0 };

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || this.#isOver) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const spot = { line: lineNumber, bytes: bytes.subarray(start, end) };
    const columns = parseColumns(text);
    if (!this.#columns) {
      this.#columns = columns;
      return;
    }
    if (columns) {
      this.#isOver = true;
      const message = 'a second header: only the windows above it are read. Send one file for each run';
      this.#reporter.report('LINE_UNPARSED', message, spot);
      return;
    }
    const row = parseWindow(text, this.#columns);
    if (!row || row.isDamaged) this.#reporter.unreadable(lineNumber, spot.bytes);
    this.#rows += 1;
    if (this.#lines.first === 0) this.#lines.first = lineNumber;
    this.#lines.last = lineNumber;
    if (row) this.#add(row, this.#columns);
    else this.#previous = null;
  }

  #add({ seconds, throughput, requests, latencies }: WindowRow, columns: Columns): void {
    if (seconds !== null && this.#previous !== null && seconds > this.#previous)
      this.#windowS ??= seconds - this.#previous;
    this.#previous = seconds;
    if (requests !== null) addTo(this.#requests, requests);
    if (throughput === null) return;
    addTo(this.#rates, throughput);
    columns.latencies.forEach(({ metric }, index) => {
      const value = latencies[index] ?? null;
      if (value === null) return;
      if (metric === 'latency_min') this.#min = Math.min(this.#min ?? value, value);
      if (metric === 'latency_max') this.#max = Math.max(this.#max ?? value, value);
      if (metric !== 'latency_avg') return;
      this.#averages.sum += value * throughput;
      this.#averages.weight += throughput;
    });
  }

  end(): BenchbaseWindows | null {
    if (!this.#columns) return null;
    if (this.#rows === 0) {
      const message = 'no windows follow the header: BenchBase was stopped, or the file was cut';
      this.#reporter.report('TRUNCATED_LOG', message, { line: 1 });
    }
    const { sum, count } = this.#rates;
    const { sum: weighted, weight } = this.#averages;
    return {
      type: 'benchbase-windows',
      rows: this.#rows,
      columns: this.#columns.count,
      windowS: this.#windowS,
      throughput: count > 0 ? sum / count : null,
      requests: this.#countRequests(this.#columns),
      latencies: { min: this.#min, avg: weight > 0 ? weighted / weight : null, max: this.#max },
      firstLine: this.#lines.first,
      lastLine: this.#lines.last,
    };
  }

  #countRequests({ requests }: Columns): number | null {
    const { sum, count } = requests >= 0 ? this.#requests : this.#rates;
    if (count === 0 || count < this.#rows) return null;
    if (requests >= 0) return sum;
    // The throughput of a window is a number of requests / seconds, printed with three digits.
    return this.#windowS === null ? null : Math.round(sum * this.#windowS);
  }
}

function addTo(total: { sum: number; count: number }, value: number): void {
  total.sum += value;
  total.count += 1;
}
