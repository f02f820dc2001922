import { type LogParser, scoreOf } from '../../parser';

/** `--report_file`: operations of all threads in each interval. It belongs to a log and makes no result. */
export interface IntervalReportLog {
  type: 'db_bench-intervals';
  samples: number;
}

/** benchmark.sh names it after the log: `benchmark_overwrite.t2.s0.log.r.csv`. */
export const dbBenchIntervals: LogParser = {
  kind: 'db_bench-intervals',
  score: ({ name, head }) => {
    const isContent = /^secs_elapsed,interval_qps$/m.test(head.slice(0, 100));
    const byName = /^benchmark_.*\.r\.csv$/.test(name) ? 0.3 : 0;
    return scoreOf(isContent, name.endsWith('.r.csv'), byName);
  },
  hasDetails: true,
  open: (reporter, details) => {
    let samples = 0;
    return {
      line(bytes, start, end, line) {
        if (start === end) return;
        const text = bytes.toString('latin1', start, Math.min(end, start + 100));
        const [, second, operations] = SAMPLE.exec(text) ?? [];
        if (second !== undefined) {
          samples += 1;
          details?.series(THROUGHPUT).add(Number(second), Number(operations), line);
        } else if (text !== HEADER)
          reporter.unparsed('`<seconds>,<operations per second>`', line, bytes.subarray(start, end));
      },
      end: (): IntervalReportLog => ({ type: 'db_bench-intervals', samples }),
    };
  },
};

const HEADER = 'secs_elapsed,interval_qps';
const SAMPLE = /^(\d{1,10}),(\d{1,15})$/;
const THROUGHPUT = { id: 'throughput', label: 'ops/s', unit: 'operations/s' };
