import { isTestLogName } from '../../../layout/file-name';
import { containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { findBanner } from './banner';
import { PerCpuSession } from './per-cpu-session';
import { SUMMARY_LINES } from './summary-lines';
import { SysbenchDetails } from './sysbench-details';
import { SYSTEM_LINES } from './system-lines';

/**
 * sysbench 0.4.12, 0.5, 1.0.x and 1.1.0, all tests: what follows "Threads started!". Before it a run may hold
 * megabytes of EXPLAIN text, interleaved between threads and full of colons and numbers, so nothing there is read but
 * the head.
 */
export const sysbench: LogParser = {
  kind: 'sysbench',
  about: 'output of sysbench: its banner, then a summary with `queries:` or `events`',
  score: scoreSysbench,
  open: (reporter) => new PerCpuSession(reporter),
  valueLines: [...SUMMARY_LINES, ...SYSTEM_LINES],
  openDetails: () => new SysbenchDetails(),
};

/** In every banner. */
const LITERALS = ['sysbench '];

function scoreSysbench(sample: Sample): number {
  const hinted = isTestLogName(sample.name);
  if (containsAny(sample.head, LITERALS) && findBanner(sample.head) !== null) return hinted ? 1 : 0.9;
  return hinted ? 0.3 : 0;
}
