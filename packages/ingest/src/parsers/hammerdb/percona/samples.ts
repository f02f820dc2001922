import type { FileReporter } from '../../../files/reporter';
import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails } from '../../../model/details';
import type { DetailsSession, LogParser, ParseSession, Sample } from '../../parser';

/** nopm_samples.csv of Percona's tpcc-benchmark-framework: NOPM once a second. */
export interface HammerdbSamples {
  type: 'hammerdb-samples';
  samples: number;
  /** Mean of the samples, null without any. The result line counts, this only shows that both agree. */
  meanNopm: number | null;
  firstLine: number;
  lastLine: number;
}

export const hammerdbSamples: LogParser = {
  kind: 'hammerdb-samples',
  score: scoreSamples,
  open: (reporter) => new SamplesSession(reporter),
  openDetails: () => new SamplesDetails(),
};

const HEADER = 'timestamp,nopm';
/** As the header says: `1775463156,12900,30100`. */
const STRAIGHT = /^(\d{9,11}),(\d{1,12})(?:,\d{0,12})?$/;
/** As it is found: a first word too many, so the time stands under nopm: `1:NOPM_SAMPLE:,1775463156,12900`. */
const SHIFTED = /^\d*:?NOPM_SAMPLE:,(\d{9,11}),(\d{1,12})$/;

function scoreSamples({ name, head }: Sample): number {
  if (!head.startsWith(HEADER)) return 0;
  return name === 'nopm_samples.csv' ? 1 : 0.9;
}

function readSample(bytes: Buffer, start: number, end: number): { at: number; nopm: number } | null {
  const text = bytes.toString('latin1', start, Math.min(end, start + 100));
  const [found, at, nopm] = SHIFTED.exec(text) ?? STRAIGHT.exec(text) ?? [];
  return found === undefined ? null : { at: Number(at), nopm: Number(nopm) };
}

class SamplesSession implements ParseSession {
  readonly #reporter: FileReporter;
  #samples = 0;
  #sum = 0;
  #firstLine = 0;
  #lastLine = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const sample = readSample(bytes, start, end);
    if (!sample) {
      if (start === end || lineNumber === 1) return;
      const spot = { line: lineNumber, bytes: bytes.subarray(start, end) };
      this.#reporter.report('LINE_UNPARSED', 'expected a time and NOPM', spot);
      return;
    }
    this.#samples += 1;
    this.#sum += sample.nopm;
    if (this.#firstLine === 0) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
  }

  end(): HammerdbSamples {
    return {
      type: 'hammerdb-samples',
      samples: this.#samples,
      meanNopm: this.#samples === 0 ? null : this.#sum / this.#samples,
      firstLine: this.#firstLine,
      lastLine: this.#lastLine,
    };
  }
}

class SamplesDetails implements DetailsSession {
  readonly #series = new SeriesBuilder({ id: 'throughput', label: 'NOPM', unit: 'NOPM', of: null });
  #start: number | null = null;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const sample = readSample(bytes, start, end);
    if (!sample) return;
    this.#start ??= sample.at;
    this.#series.add(sample.at - this.#start, sample.nopm, lineNumber);
  }

  end(): FileDetails {
    return { series: this.#start === null ? [] : [this.#series.build()], histograms: [], facts: [] };
  }
}
