import type { FileDetails } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { findBanner } from './banner';
import { isCsvLine } from './interval-lines';
import { LatencyHistogram } from './latency-histogram';
import { isStartedLine } from './started';
import { SummaryFacts } from './summary-facts';
import { SysbenchSeries } from './sysbench-series';

const MAX_LINE_BYTES = 400;
const [BRACKET, UPPER_C, LOWER_S] = [91, 67, 115];

/** Interval lines as series, the histogram, and every line of the last summary. Of appended runs the last one. */
export class SysbenchDetails implements DetailsSession {
  #started = false;
  #series = new SysbenchSeries();
  #histogram = new LatencyHistogram();
  readonly #facts = new SummaryFacts();

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    if (!this.#started) {
      if (isStartedLine(bytes, start, end)) this.#begin();
      return;
    }
    if (end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    if (bytes[start] === BRACKET || isCsvLine(text)) this.#series.line(text, lineNumber);
    else if (startsBanner(bytes[start]) && findBanner(text) !== null) this.#started = false;
    else if (!this.#histogram.line(text, lineNumber)) this.#facts.line(text, lineNumber);
  }

  #begin(): void {
    this.#started = true;
    this.#series = new SysbenchSeries();
    this.#histogram = new LatencyHistogram();
    this.#facts.clear();
  }

  end(): FileDetails {
    return {
      series: this.#series.build(),
      histograms: this.#histogram.build(),
      facts: this.#facts.build(),
    };
  }
}

function startsBanner(byte: number | undefined): boolean {
  return byte === LOWER_S || byte === UPPER_C;
}
