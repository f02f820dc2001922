import { containsAny } from '../../text/contains-any';
import type { FormatFamily } from '../family';
import { type LogParser, type Sample, scoreOf } from '../parser';
import { hammerdbFormat as about } from './about';
import { hammerdbAssembler } from './assemble/hammerdb-assembler';
import { parseRunFileName } from './names';
import { hammerdbParams } from './percona/params';
import { hammerdbRunSummary, isRunSummary } from './percona/run-summary';
import { hammerdbSamples } from './percona/samples';
import { serverVersion } from './percona/server-version';
import { systemInfo } from './percona/system-info';
import { readHammerdb } from './read-hammerdb';
import { MONITOR_LINES } from './result-line';
import { hammerdbSummary } from './summary-table';
import { PROFILE_LINES } from './time-profile';

/**
 * What HammerDB prints, versions 3 to 6: its command line, its log file, the output of `jobs`, the time profile
 * (`hdbxtprofile.log`) and the transaction counter (`hdbtcount.log`).
 */
const hammerdb: LogParser = {
  kind: 'hammerdb',
  about: "output of the HammerDB CLI: `Vuser 1:...` lines, `TEST RESULT`, or a job's JSON",
  score: scoreHammerdb,
  valueLines: [...MONITOR_LINES, ...PROFILE_LINES],
  hasDetails: true,
  maxFacts: 2000,
  open: readHammerdb,
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
  const { head } = sample;
  const isOwn = containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head));
  return scoreOf(isOwn, isNamed, 0.3);
}

/** Other families know some of these by content or by name; they win. */
const BY_NAME = 0.45;
const READ = new Set(['out', 'vm', 'io']);

/** `o.pg.pg181_o2nofp.x10b_c8r32.run.ps`, `....pgs.bg`, `....logfile`: kept with the logs, not read. */
const hammerdbSideFiles: LogParser = {
  kind: 'hammerdb-side-file',
  score: ({ name }) => {
    const file = parseRunFileName(name);
    return file && !READ.has(file.part) ? BY_NAME : 0;
  },
  open: null,
};

/** TPROC-C by HammerDB: its own output, the layout of mytools, and Percona's tpcc-benchmark-framework. */
export const hammerdbFormat: FormatFamily = {
  ...about,
  parsers: [
    hammerdb,
    hammerdbSummary,
    hammerdbParams,
    hammerdbRunSummary,
    hammerdbSamples,
    serverVersion,
    systemInfo,
    hammerdbSideFiles,
  ],
  assembler: hammerdbAssembler,
};
