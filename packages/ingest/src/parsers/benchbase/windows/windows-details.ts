import { SeriesBuilder } from '../../../files/series-builder';
import { type FileDetails, NO_DETAILS } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { type Columns, parseColumns, parseWindow } from './columns';

const MAX_LINE_BYTES = 4096;

interface Builders {
  throughput: SeriesBuilder;
  latencies: readonly SeriesBuilder[];
}

/** Throughput and each latency by window. A window without a request has no latency: a gap. */
export class WindowsDetails implements DetailsSession {
  #columns: Columns | null = null;
  #builders: Builders | null = null;
  #isOver = false;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || this.#isOver) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const header = parseColumns(text);
    if (header && this.#columns) this.#isOver = true;
    else if (header) this.#begin(header);
    else if (this.#columns && this.#builders) this.#row(text, this.#columns, lineNumber);
  }

  #begin(columns: Columns): void {
    this.#columns = columns;
    this.#builders = {
      throughput: new SeriesBuilder({
        id: 'throughput',
        label: 'requests/s',
        unit: 'requests/s',
        of: null,
      }),
      latencies: columns.latencies.map(
        ({ id, label }) => new SeriesBuilder({ id, label, unit: 's', of: null }),
      ),
    };
  }

  #row(text: string, columns: Columns, line: number): void {
    const row = parseWindow(text, columns);
    const { seconds } = row ?? {};
    if (!row || seconds === null || seconds === undefined) return;
    this.#builders?.throughput.add(seconds, row.throughput, line);
    this.#builders?.latencies.forEach((builder, index) => {
      builder.add(seconds, row.latencies[index] ?? null, line);
    });
  }

  end(): FileDetails {
    if (!this.#builders) return NO_DETAILS;
    const { throughput, latencies } = this.#builders;
    return {
      series: [throughput, ...latencies].map((builder) => builder.build()),
      histograms: [],
      facts: [],
    };
  }
}
