import { containsAny } from '../../text/contains-any';
import type { FormatFamily } from '../family';
import { type LogParser, scoreOf } from '../parser';
import { isTprocH } from '../queries/family';
import { textLines } from '../text-lines';
import { hammerdbFormat as about } from './about';
import { hammerdbAssembler } from './assemble/hammerdb-assembler';
import { parseRunFileName } from './names';
import { hammerdbParams } from './percona/params';
import { hammerdbRunSummary, isRunSummary } from './percona/run-summary';
import { systemInfo } from './percona/system-info';
import { readHammerdb } from './read-hammerdb';
import { hammerdbReport } from './report';
import { MONITOR_LINES } from './result-line';
import { hammerdbSummary } from './summary-table';
import { PROFILE_LINES } from './time-profile';

/** nopm_samples.csv of Percona's tpcc-benchmark-framework: NOPM once a second. */
export interface HammerdbSamples {
  type: 'hammerdb-samples';
  samples: number;
  /** Mean of the samples, null without any. The result line counts, this only shows that both agree. */
  meanNopm: number | null;
  firstLine: number;
  lastLine: number;
}

const hammerdbSamples: LogParser = {
  kind: 'hammerdb-samples',
  score: ({ name, head }) => scoreOf(head.startsWith(HEADER), name === 'nopm_samples.csv'),
  hasDetails: true,
  /** Reads the samples, which are drawn as a series. */
  open(reporter, details) {
    const log: HammerdbSamples = {
      type: 'hammerdb-samples',
      samples: 0,
      meanNopm: null,
      firstLine: 0,
      lastLine: 0,
    };
    let sum = 0;
    let start: number | null = null;
    return {
      line: textLines(100, (text, at) => {
        const [found, second, nopm] = SHIFTED.exec(text) ?? STRAIGHT.exec(text) ?? [];
        if (found === undefined) {
          if (text !== '' && at.line !== 1) reporter.report('LINE_UNPARSED', 'expected a time and NOPM', at);
          return;
        }
        log.samples += 1;
        sum += Number(nopm);
        log.meanNopm = sum / log.samples;
        if (log.firstLine === 0) log.firstLine = at.line;
        log.lastLine = at.line;
        start ??= Number(second);
        details?.series(NOPM).add(Number(second) - start, Number(nopm), at.line);
      }),
      end: () => log,
    };
  },
};

const NOPM = { id: 'throughput', label: 'NOPM', unit: 'NOPM' };
const HEADER = 'timestamp,nopm';
/** As the header says: `1775463156,12900,30100`. */
const STRAIGHT = /^(\d{9,11}),(\d{1,12})(?:,\d{0,12})?$/;
/** As it is found: a first word too many, so the time stands under nopm: `1:NOPM_SAMPLE:,1775463156,12900`. */
const SHIFTED = /^\d*:?NOPM_SAMPLE:,(\d{9,11}),(\d{1,12})$/;

/**
 * What HammerDB prints, versions 3 to 6: its command line, its log file, the output of `jobs`, the time profile
 * (`hdbxtprofile.log`) and the transaction counter (`hdbtcount.log`).
 */
const hammerdb: LogParser = {
  kind: 'hammerdb',
  about: "output of the HammerDB CLI: `Vuser 1:...` lines, `TEST RESULT`, or a job's JSON",
  score(sample) {
    if (isRunSummary(sample) || isTprocH(sample.bytes)) return 0;
    const isNamed = parseRunFileName(sample.name)?.part === 'out' || /hammerdb|^hdb/i.test(sample.name);
    const { head } = sample;
    const isOwn = containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head));
    return scoreOf(isOwn, isNamed, 0.3);
  },
  valueLines: [...MONITOR_LINES, ...PROFILE_LINES],
  hasMessages: true,
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
  /(?:^|[\s{,"])[0-9A-F]{20,32}"?\s*:?\s*\{[^}]{0,200}\}?[^}]{0,80}\bactivevu"?\s*:?\s*"?\d/,
  /(?:^|[\s}])NEWORD \{(?:elapsed_ms|calls) \d/,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = [
  'ammer',
  'Vuser ',
  ' VU TEST',
  'TEST RESULT',
  '>>>>> ',
  ' tpm',
  '"NEWORD"',
  'activevu',
  'NEWORD {',
];

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

/** Of `cilisten`: steps of a pipeline, whose jobs print elsewhere. */
const hammerdbPipelines: LogParser = {
  kind: 'hammerdb-pipelines',
  score: ({ head }) =>
    scoreOf(head.startsWith('HammerDB Pipeline Log') && !head.includes('TEST RESULT'), false),
  open: null,
};

/** TPROC-C by HammerDB: its own output, the layout of mytools, and Percona's tpcc-benchmark-framework. */
export const hammerdbFormat: FormatFamily = {
  ...about,
  parsers: [
    hammerdb,
    hammerdbReport,
    hammerdbSummary,
    hammerdbParams,
    hammerdbRunSummary,
    hammerdbSamples,
    systemInfo,
    hammerdbSideFiles,
    hammerdbPipelines,
  ],
  assembler: hammerdbAssembler,
};
