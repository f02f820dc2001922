import { type Relation, reportDisagreements, type Said, saidAt } from '../../checks/disagreements';
import { exact, times } from '../../checks/ranges';
import type { FileReporter } from '../../files/reporter';
import { isTestLogName, parseFileName } from '../../layout/file-name';
import { containsAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import type { FormatFamily } from '../family';
import { type LogParser, type ParseSession, type Sample, scoreOf } from '../parser';
import { sysbenchFormat as about } from './about';
import { sysbenchAssembler } from './assemble/sysbench-assembler';
import { findBanner } from './log/banner';
import { openSysbench } from './log/per-cpu-session';
import { SUMMARY_LINES } from './log/summary-lines';
import type { PrepareLog, QpsRow } from './log/sysbench-log';
import { SYSTEM_LINES } from './log/system-lines';
import { mytoolsMet } from './mytools-met/mytools-met';

const LOADED = /^Load seconds is (\d+) for (\d+) tables, (\d*\.\d+|\d+) Mips, (\d+) ips$/;

/** `sb.prepare.o.*`: output of the load step; its last line has the rate. */
const mytoolsPrepare: LogParser = {
  kind: 'sb.prepare',
  about: 'log of the load: `Load seconds is 80 for 8 tables, ...`',
  score: scorePrepare,
  open: openPrepare,
  valueLines: [LOADED],
};

function scorePrepare({ name, head }: Sample): number {
  const parsed = parseFileName(name);
  const isNamed = parsed?.prepare === true && parsed.kind === 'o';
  return scoreOf(/^(?:Setup for \d+ tables|Load seconds is )/m.test(head), isNamed, 0.35);
}

function openPrepare(reporter: FileReporter): ParseSession {
  let log: PrepareLog | null = null;
  return {
    line(bytes, start, end, line) {
      if (bytes[start] !== 76) return;
      const found = LOADED.exec(bytes.toString('latin1', start, Math.min(end, start + 200)));
      if (!found) return;
      const [seconds = null, tables = null, , insertsPerS = null] = found
        .slice(1)
        .map((text) => toFinite(text));
      log = { type: 'prepare', seconds, tables, insertsPerS, line };
      reportDisagreements([ratesOf(found, line)], reporter);
    },
    end(): PrepareLog {
      const message = 'expected a line `Load seconds is ... ips`: the load did not finish';
      if (!log) reporter.report('TRUNCATED_LOG', message);
      return log ?? { type: 'prepare', seconds: null, tables: null, insertsPerS: null, line: 0 };
    },
  };
}

/** `.100 Mips, 100000 ips`: one rate in two units; the script cuts off what it does not print. */
function ratesOf(found: RegExpExecArray, line: number): Relation {
  const [millions, inserts] = [Number(found[3]), Number(found[4])];
  const step = 10 ** -(found[3]?.split('.')[1]?.length ?? 0);
  const range = { low: millions, high: millions + step };
  const left: Said = { name: 'Mips', value: millions, range, line, metrics: [] };
  const right = saidAt(line, ['ips', inserts, 0], ['throughput']);
  return {
    of: [left, right],
    left: times(range, exact(1e6)),
    right: right.range,
    words: 'ips = Mips × 1,000,000',
  };
}

/** `sb.r.qps.<test>.range<R>.pk<P>`: `98500	pgsql scan range=100`, one value a concurrency. */
const mytoolsQps: LogParser = {
  kind: 'sb.r.qps',
  about: 'one row of rounded throughputs, then `<engine> <test> range=<R>`',
  score: ({ name, head }) => (name.startsWith('sb.r.qps.') ? scoreOf(ROW.test(head), true, 0.3) : 0),
  open: (reporter) => {
    let row: QpsRow | null = null;
    return {
      line(bytes, start, end, line) {
        if (row || start === end) return;
        const cells = ROW.exec(bytes.toString('latin1', start, end))?.[1]?.split(/\s+/) ?? [];
        const values = cells.map((cell) => toFinite(cell)).filter((value) => value !== null);
        if (values.length > 0) row = { type: 'qps', values, line };
      },
      end() {
        if (!row) reporter.report('LINE_UNPARSED', 'expected `<qps> <engine> <test> range=<n>`');
        return row;
      },
    };
  },
};

const ROW = /^(\d[\d\s]*?)\s+\S+ \S+ range=\d+\s*$/m;

/**
 * sysbench 0.4.12, 0.5, 1.0.x and 1.1.0, all tests: what follows "Threads started!". Before it a run may hold
 * megabytes of EXPLAIN text, interleaved between threads and full of colons and numbers, so nothing there is read but
 * the head.
 */
export const sysbench: LogParser = {
  kind: 'sysbench',
  about: 'output of sysbench: its banner, then a summary with `queries:` or `events`',
  score: scoreSysbench,
  hasDetails: true,
  open: openSysbench,
  valueLines: [...SUMMARY_LINES, ...SYSTEM_LINES],
};

/** In every banner. */
const LITERALS = ['sysbench '];

function scoreSysbench(sample: Sample): number {
  const isContent = containsAny(sample.head, LITERALS) && findBanner(sample.head) !== null;
  return scoreOf(isContent, isTestLogName(sample.name), 0.3);
}

export const sysbenchFormat: FormatFamily = {
  ...about,
  parsers: [sysbench, mytoolsMet, mytoolsPrepare, mytoolsQps],
  assembler: sysbenchAssembler,
};
