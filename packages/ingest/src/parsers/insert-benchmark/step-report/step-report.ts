import type { LogParser, Sample } from '../../parser';
import { StepReportDetails } from './step-report-details';
import { StepReportSession, TOTALS } from './step-report-session';

/** What the scripts report of a step: `o.res.dop<N>`. */
export const stepReport: LogParser = {
  kind: 'iibench-report',
  about:
    'Insert Benchmark report of a step: `<n> processes, <n> rows-per-process, <n> seconds, ...` is its first line',
  score: ({ name, head, bytes }: Sample) => {
    const isNamed = NAME.test(name);
    if (TOTALS.test(head.split('\n', 1)[0] ?? '')) return isNamed ? 1 : 0.9;
    return isNamed && bytes.length > 0 ? 0.3 : 0;
  },
  open: (reporter) => new StepReportSession(reporter),
  openDetails: () => new StepReportDetails(),
};

const NAME = /^o\.res\.dop\d+$/;
