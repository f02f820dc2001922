import { containsAny } from '../../../text/contains-any';
import type { LogParser, Sample } from '../../parser';
import { EFFICIENCY, LOGGED, LOGGED_BY_BENCHBASE, NEW_ORDERS, RESULTS_WORDS, TPMC } from './lines';
import { OltpbenchDetails } from './oltpbench-details';
import { OltpbenchSession } from './oltpbench-session';

/** The console of OLTPBench, of Yugabyte's tpccbenchmark and of BenchBase, as log4j writes it. */
export const oltpbench: LogParser = {
  kind: 'oltpbench-console',
  about:
    'console of OLTPBench or BenchBase: `(DBWorkload.java:818) INFO  - Rate limited reqs/s: Results(nanoSeconds=...`',
  score: scoreOltpbench,
  open: (reporter) => new OltpbenchSession(reporter),
  valueLines: [NEW_ORDERS, TPMC, EFFICIENCY],
  openDetails: () => new OltpbenchDetails(),
};

const LITERALS = ['DBWorkload.java:', 'ThreadBench.java:', ' com.oltpbenchmark.'];
const WORKLOAD = ['(DBWorkload.java:', ' com.oltpbenchmark.DBWorkload '];

/** A script may write the log of the server into the same file, and first: the results say more than it. */
function scoreOltpbench({ head, bytes, name }: Sample): number {
  const isNamed = /oltpbench|tpcc/i.test(name);
  const isLogged = containsAny(head, LITERALS) && (LOGGED.test(head) || LOGGED_BY_BENCHBASE.test(head));
  if (bytes.includes(RESULTS_WORDS) && (isLogged || WORKLOAD.some((word) => bytes.includes(word)))) return 1;
  if (isLogged) return isNamed ? 1 : 0.9;
  return 0;
}
