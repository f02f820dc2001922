import type { LogParser, Sample } from '../../parser';
import { WINDOWS_HEADER } from './columns';
import { WindowsDetails } from './windows-details';
import { WindowsSession } from './windows-session';

/**
 * Throughput and latencies over time: `results.csv` and `results.<Txn>.csv` in windows of 5 s and milliseconds,
 * `samples.csv` in windows of 1 s and microseconds, `.res` of OLTPBench. The header tells the units.
 * Format: ResultWriter.writeResults and writeSamples of github.com/cmu-db/benchbase.
 */
export const benchbaseWindows: LogParser = {
  kind: 'benchbase-windows',
  about: 'results.csv or samples.csv of BenchBase: `Time (seconds),Throughput (requests/second),...`',
  score: scoreWindows,
  open: (reporter) => new WindowsSession(reporter),
  openDetails: () => new WindowsDetails(),
};

const HEADER = new RegExp(WINDOWS_HEADER.source, 'im');
const NAME = /(?:^|\.)(?:results(?:\.[\w-]+)?\.csv|samples\.csv|res)$/;

function scoreWindows({ head, name }: Sample): number {
  if (!/throughput ?\(req/i.test(head) || !HEADER.test(head)) return 0;
  return NAME.test(name) ? 1 : 0.9;
}
