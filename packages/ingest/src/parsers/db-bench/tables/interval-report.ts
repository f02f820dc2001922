import type { FileReporter } from '../../../files/reporter';
import { SeriesBuilder } from '../../../files/series-builder';
import { type FileDetails, NO_DETAILS } from '../../../model/details';
import type { DetailsSession, LogParser, ParseSession } from '../../parser';

/** `--report_file`: operations of all threads in each interval. It belongs to a log and makes no result. */
export interface IntervalReportLog {
  type: 'db_bench-intervals';
  samples: number;
}

/** benchmark.sh names it after the log: `benchmark_overwrite.t2.s0.log.r.csv`. */
export const dbBenchIntervals: LogParser = {
  kind: 'db_bench-intervals',
  score: ({ name, head }) => {
    if (/^secs_elapsed,interval_qps$/m.test(head.slice(0, 100))) return name.endsWith('.r.csv') ? 1 : 0.9;
    return /^benchmark_.*\.r\.csv$/.test(name) ? 0.3 : 0;
  },
  open: (reporter) => new IntervalSession(reporter),
  openDetails: () => new IntervalDetails(),
};

const HEADER = 'secs_elapsed,interval_qps';
const SAMPLE = /^(\d{1,10}),(\d{1,15})$/;

class IntervalSession implements ParseSession {
  readonly #reporter: FileReporter;
  #samples = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + 100));
    if (SAMPLE.test(text)) this.#samples += 1;
    else if (text !== HEADER) {
      this.#reporter.report('LINE_UNPARSED', 'expected `<seconds>,<operations per second>`', {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
    }
  }

  end(): IntervalReportLog {
    return { type: 'db_bench-intervals', samples: this.#samples };
  }
}

class IntervalDetails implements DetailsSession {
  readonly #series = new SeriesBuilder({ id: 'throughput', label: 'ops/s', unit: 'operations/s', of: null });
  #samples = 0;

  line(bytes: Buffer, start: number, end: number, line: number): void {
    const [, second, operations] =
      SAMPLE.exec(bytes.toString('latin1', start, Math.min(end, start + 100))) ?? [];
    if (second === undefined || operations === undefined) return;
    this.#samples += 1;
    this.#series.add(Number(second), Number(operations), line);
  }

  end(): FileDetails {
    return this.#samples === 0 ? NO_DETAILS : { series: [this.#series.build()], histograms: [], facts: [] };
  }
}
