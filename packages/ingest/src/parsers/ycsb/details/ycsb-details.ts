import type { FileDetails } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { isBucketRow, readRow } from '../java/rows';
import { BucketRows } from './bucket-rows';
import { StatusSeries } from './status-series';
import { YcsbFacts } from './ycsb-facts';

const MAX_LINE_BYTES = 8192;

/** Progress as series, buckets as histograms, every other row as printed. Of runs in one file the last one. */
export class YcsbDetails implements DetailsSession {
  #status = new StatusSeries();
  #buckets = new BucketRows();
  #facts = new YcsbFacts();
  #hasRows = false;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const row = readRow(text);
    if (!row) {
      if (this.#hasRows && /^[\t >]{0,40}(?:YCSB Client \d|Command line:)/.test(text)) this.#begin();
      this.#status.line(text, lineNumber);
      return;
    }
    if (row.metric === 'RunTime(ms)' && this.#hasRows) this.#begin();
    this.#hasRows = true;
    if (isBucketRow(row)) this.#buckets.add(row.name, { key: row.metric, value: row.value }, lineNumber);
    else this.#facts.add({ group: row.name, name: row.metric, value: row.value, line: lineNumber });
  }

  #begin(): void {
    this.#status = new StatusSeries();
    this.#buckets = new BucketRows();
    this.#facts = new YcsbFacts();
    this.#hasRows = false;
  }

  end(): FileDetails {
    return {
      series: [...this.#status.build(), ...this.#buckets.series],
      histograms: this.#buckets.histograms,
      facts: this.#facts.build(),
    };
  }
}
