import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import type { LogParser, ParseSession } from '../../parser';

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
  hasDetails: true,
  open: (reporter, details) => new IntervalSession(reporter, details),
};

const HEADER = 'secs_elapsed,interval_qps';
const SAMPLE = /^(\d{1,10}),(\d{1,15})$/;
const THROUGHPUT = { id: 'throughput', label: 'ops/s', unit: 'operations/s' };

class IntervalSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #details: DetailsBuilder | undefined;
  #samples = 0;

  constructor(reporter: FileReporter, details: DetailsBuilder | undefined) {
    this.#reporter = reporter;
    this.#details = details;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + 100));
    const [, second, operations] = SAMPLE.exec(text) ?? [];
    if (second !== undefined) {
      this.#samples += 1;
      this.#details?.series(THROUGHPUT).add(Number(second), Number(operations), lineNumber);
    } else if (text !== HEADER) {
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
