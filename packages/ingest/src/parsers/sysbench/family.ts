import {
  type MaybeRelation,
  type Relation,
  reportDisagreements,
  type Said,
  saidAt,
} from '../../checks/disagreements';
import { exact, times } from '../../checks/ranges';
import { hintedKind, isTestLogName, parseFileName } from '../../identity/names/file-name';
import type { MetricId } from '../../model/metric';
import { lookUp } from '../../model/words/look-up';
import { bytesContainAny, containsAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import type { FormatFamily } from '../family';
import { BY_BYTES, type FallbackScore, type LogParser, scoreOf } from '../parser';
import { sysbenchFormat as about } from './about';
import { sysbenchAssembler } from './assemble/sysbench-assembler';
import { findBanner } from './log/banner';
import { SUMMARY_LINES } from './log/summary-lines';
import type { MetSummary, MetValue, PrepareLog, QpsRow } from './log/sysbench-log';
import { openSysbench } from './log/sysbench-session';
import { SYSTEM_LINES } from './log/system-lines';

/**
 * `sb.met.*`: what run scripts computed from iostat and vmstat. Two tables of a header and a row, tab-separated:
 *
 *     samp	r/s	rMB/s	w/s	wMB/s	r/o	rKB/o	wKB/o	o/s
 *     339	0.0	0.0	13.1	0.1	0.000	0.000	0.001	98500
 *
 * Its cs and cpu values are 4-5% low: the scripts count vmstat's repeated headers as samples of zero.
 */
const mytoolsMet: LogParser = {
  kind: 'sb.met',
  about: 'costs per operation of one test: `samp r/s rMB/s ...` and `samp cs/s cpu/s ...`, each with a row',
  score: ({ name, head }) =>
    scoreOf(head.startsWith(TITLE) || HEADER.test(head), hintedKind(name) === 'met', 0.3),
  open(reporter) {
    const values = new Map<MetricId, MetValue>();
    let next: string[] | null = null;
    /** Tables whose numbers were met: of the disk, and of the CPU. */
    const tables = new Set<string>();
    const withoutRow = (line: number) => {
      if (next) reporter.report('LINE_UNPARSED', `no row below the header ${next.join(' ')}`, { line });
    };
    let last = 0;
    return {
      line(bytes, start, end, line) {
        const text = bytes.toString('latin1', start, end).trim();
        if (text === '' || text === TITLE) return;
        const cells = text.split(/\t+| +/);
        last = line;
        const header = next;
        if (cells[0] === 'samp') {
          withoutRow(line);
          next = cells;
          const unknown = cells.filter((name) => name !== 'samp' && !Object.hasOwn(COLUMNS, name));
          if (unknown.length > 0)
            reporter.unparsed(`a header without ${unknown.join(', ')}`, line, bytes.subarray(start, end));
          return;
        }
        next = null;
        const numbers = cells.map((cell) => toFinite(cell));
        if (!header || numbers.length !== header.length || numbers.includes(null))
          reporter.unparsed(
            header ? `${header.length} numbers` : 'a header',
            line,
            bytes.subarray(start, end),
          );
        // With more or fewer cells than names, which number is which is unknown.
        if (!header || numbers.length !== header.length) return;
        tables.add(samplesColumn(header)[0]);
        if (!numbers.includes(null))
          reportDisagreements(metRelations({ header, cells, numbers, line }), reporter);
        for (const [index, name] of header.entries()) {
          const column = name === 'samp' ? samplesColumn(header) : lookUp(COLUMNS, name);
          const value = numbers[index];
          if (!column || value === null || value === undefined) continue;
          values.set(column[0], { metric: column[0], value: value * column[1], line });
        }
      },
      end(): MetSummary {
        const message = 'expected a header that starts with `samp` and a row of numbers';
        withoutRow(last);
        if (values.size === 0) reporter.report('TRUNCATED_LOG', message);
        else if (tables.size < 2)
          reporter.report('TRUNCATED_LOG', 'only one of its two tables has a row: samp r/s …, samp cs/s …');
        return { type: 'met', values: [...values.values()] };
      },
    };
  },
};

const TITLE = 'iostat, vmstat normalized by operation rate';
const HEADER = /^samp\s+(?:r\/s|cs\/s|rMB\/s)\s/m;

function samplesColumn(header: readonly string[]): readonly [MetricId, number] {
  return [header.includes('cs/s') ? 'samples_vmstat' : 'samples_iostat', 1];
}

/** Per second and per operation, and what makes one unit of them: `r/o` × `o/s` = `r/s`. KB are per operation, MB per second. */
const QUOTIENTS = [
  ['r/s', 'r/o', 1],
  ['rMB/s', 'rKB/o', 1024],
] as const;

interface Row {
  header: readonly string[];
  cells: readonly string[];
  numbers: readonly (number | null)[];
  line: number;
}

/** What a row of iostat says twice: r/s is r/o × o/s. */
function metRelations(row: Row): MaybeRelation[] {
  const operations = find(row, 'o/s');
  if (!operations) return [];
  return QUOTIENTS.map(([perS, perOp, unit]) => {
    const [rate, cost] = [find(row, perS), find(row, perOp)];
    if (!rate || !cost) return null;
    return {
      of: [rate, cost, operations],
      left: times(rate.range, exact(unit)),
      right: times(cost.range, operations.range),
      words: `${perS} = ${perOp} × o/s`,
    };
  });
}

function find({ header, cells, numbers, line }: Row, name: string): Said | null {
  const index = header.indexOf(name);
  const value = numbers[index];
  const column = lookUp(COLUMNS, name);
  if (value === null || value === undefined || !column) return null;
  const decimals = cells[index]?.split('.')[1]?.length ?? 0;
  return saidAt(line, [name, value, decimals], [column[0]]);
}

const MB = 1024;

/** Column → metric and factor to its unit. The first column, `samp`, belongs to the tool of the table. */
const COLUMNS: Record<string, readonly [metric: MetricId, factor: number]> = {
  'r/s': ['reads_per_s', 1],
  'rMB/s': ['read_kb_per_s', MB],
  'w/s': ['writes_per_s', 1],
  'wMB/s': ['write_kb_per_s', MB],
  'r/o': ['reads_per_op', 1],
  'rKB/o': ['read_kb_per_op', 1],
  'wKB/o': ['write_kb_per_op', 1],
  'o/s': ['throughput', 1],
  'cs/s': ['cs_per_s', 1],
  'cpu/s': ['cpu_percent', 1],
  'cs/o': ['cs_per_op', 1],
  'cpu/o': ['cpu_per_op', 1],
};

const LOADED = /^Load seconds is (\d+) for (\d+) tables, (\d*\.\d+|\d+) Mips, (\d+) ips$/;

/** `sb.prepare.o.*`: output of the load step; its last line has the rate. */
const mytoolsPrepare: LogParser = {
  kind: 'sb.prepare',
  about: 'log of the load: `Load seconds is 80 for 8 tables, ...`',
  score({ name, head }) {
    const parsed = parseFileName(name);
    const isNamed = parsed?.prepare === true && parsed.kind === 'o';
    return scoreOf(/^(?:Setup for \d+ tables|Load seconds is )/m.test(head), isNamed, 0.35);
  },
  open(reporter) {
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
  },
  valueLines: [LOADED],
};

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

/** In every banner. */
const LITERALS = ['sysbench '];
/** Lines of logs that were pasted or cut: none of the banner, or far behind another text. */
const PARTS = [
  's ] thds: ',
  's] threads: ',
  'Number of threads: ',
  'queries performed:',
  'General statistics:',
  'Test execution summary:',
];
const PART =
  /^(?:\[ {0,6}\d{1,7}s ?\] th(?:d|read)s: \d+,? tps: \d.*|Running the test with following options:[ \t\r]*\nNumber of threads: \d+|(?:SQL|OLTP test) statistics:[ \t\r]*\n {4}queries performed:|(?:General statistics|Test execution summary):[ \t\r]*\n {4}total time: .*)[ \t\r]*$/m;

const fallback: FallbackScore = {
  most: BY_BYTES,
  score: ({ bytes }) => {
    if (!bytesContainAny(bytes, PARTS)) return 0;
    return PART.test(bytes.toString('latin1')) ? BY_BYTES : 0;
  },
};

/**
 * sysbench 0.4.12, 0.5, 1.0.x and 1.1.0, all tests: what follows "Threads started!". Before it a run may hold
 * megabytes of EXPLAIN text, interleaved between threads and full of colons and numbers, so nothing there is read but
 * the head.
 */
export const sysbench: LogParser = {
  kind: 'sysbench',
  about: 'output of sysbench: its banner or options, and a summary with `queries:` or `events`',
  score({ head, name }) {
    const isContent =
      (containsAny(head, LITERALS) && findBanner(head) !== null) ||
      (containsAny(head, PARTS) && PART.test(head));
    return scoreOf(isContent, isTestLogName(name), 0.3);
  },
  fallback,
  hasDetails: true,
  open: openSysbench,
  valueLines: [...SUMMARY_LINES, ...SYSTEM_LINES],
};

export const sysbenchFormat: FormatFamily = {
  ...about,
  parsers: [sysbench, mytoolsMet, mytoolsPrepare, mytoolsQps],
  assembler: sysbenchAssembler,
};
