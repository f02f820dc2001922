import { containsAny } from '../../text/contains-any';
import type { LogParser, Sample } from '../parser';
import { HammerdbDetails } from './hammerdb-details';
import { HammerdbSession } from './hammerdb-session';
import { parseRunFileName } from './names';
import { isRunSummary } from './percona/run-summary';
import { MONITOR_LINES } from './result-line';
import { PROFILE_LINES } from './time-profile';

/**
 * What HammerDB prints, versions 3 to 6: its command line, its log file, the output of `jobs`, the time profile
 * (`hdbxtprofile.log`) and the transaction counter (`hdbtcount.log`).
 */
export const hammerdb: LogParser = {
  kind: 'hammerdb',
  about: "output of the HammerDB CLI: `Vuser 1:...` lines, `TEST RESULT`, or a job's JSON",
  score: scoreHammerdb,
  open: (reporter) => new HammerdbSession(reporter),
  valueLines: [...MONITOR_LINES, ...PROFILE_LINES],
  openDetails: () => new HammerdbDetails(),
};

const CONTENTS = [
  /(?:^|[\r\n]|\\[rn])(?:hammerdb>|HammerDB CLI v\d|Vuser \d+(?::| created )|\d+ VU TEST)/,
  /(?:^|[\r\n])(?:\w+ )?Hammerdb (?:Time Profile Report|Transaction Counter Log|Log) @ /,
  /(?:^|[\r\n"]|Vuser \d{1,7}:)TEST RESULT : System achieved /,
  /(?:^|[\r\n])>>>>> (?:PROC: |VIRTUAL USER |SUMMARY OF )/,
  /(?:^|[\r\n])\d+ \w[\w ]* tpm(?: @ |[\r\n])/,
  /"NEWORD"\s*:\s*\{\s*"(?:elapsed_ms|calls)"/,
  /^\s*\{\s*"\w[\w ]* tpm"\s*:\s*\{/,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = ['ammer', 'Vuser ', ' VU TEST', 'TEST RESULT', '>>>>> ', ' tpm', '"NEWORD"'];

function scoreHammerdb(sample: Sample): number {
  if (isRunSummary(sample)) return 0;
  const isNamed = parseRunFileName(sample.name)?.part === 'out' || /hammerdb|^hdb/i.test(sample.name);
  const head = sample.head;
  if (containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head))) return isNamed ? 1 : 0.9;
  return isNamed ? 0.3 : 0;
}
