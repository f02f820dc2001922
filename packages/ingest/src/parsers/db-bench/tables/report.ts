import { type MetricId, percentilesOf } from '../../../model/metric';
import { lookUp } from '../../../model/words/look-up';
import { containsAny } from '../../../text/contains-any';
import { toDisplayText } from '../../../text/excerpt';
import { toFinite } from '../../../text/finite';
import { type LogParser, scoreOf } from '../../parser';
import { GIB, MIB, toBytes } from '../sizes';
import type { ReportLog, ReportRow, ReportValue } from './report-log';

/** report.tsv of benchmark.sh, and the tables of whole rows made of it. */
export const dbBenchReport: LogParser = {
  kind: 'db_bench-summary',
  about: 'report of benchmark.sh: a header `ops_sec mb_sec lsm_sz ...` and a row for each test',
  score({ name, head }) {
    const isNamed = /^report\.(?:tsv|txt)$|^summary\.tsv$/.test(name);
    const isHeader = (line: string) => parseReportHeader(line.trimEnd()) !== null;
    if (HEADER.test(head) && head.split('\n').some(isHeader)) return scoreOf(true, isNamed);
    const isComment = containsAny(head, COMMENTS) && /^# ops_sec - /m.test(head);
    const isSources = SOURCE.test(head.split('\n', 1)[0]?.trimEnd() ?? '');
    return isComment || isSources ? 0.9 : scoreOf(false, isNamed, 0.3);
  },
  hasDetails: true,
  maxFacts: 50_000,
  /** Reads rows. Every cell is a fact of its test, and so are the mean and deviation of `*.sdev`. */
  open(reporter, details) {
    const log: ReportLog = { type: 'db_bench-report', sources: [], rows: [], blockSizes: [], lines: 0 };
    const { sources, rows, blockSizes } = log;
    let columns: string[] | null = null;
    let factTest = '';

    const readValues = (cells: ReadonlyMap<string, string>, line: number) =>
      [...cells].flatMap(([name, cell]): ReportValue[] => {
        const value = parseCell(name, cell);
        if (value === 'unreadable') {
          const message = `column ${name} holds no number; the rest of the row was read`;
          reporter.report('LINE_UNPARSED', message, { line, bytes: Buffer.from(cell, 'latin1') });
          return [];
        }
        if (value?.metric === 'elapsed')
          reporter.report('METRIC_MISSING', 'mb_sec holds seconds: no MB/s', { line });
        return value ? [value] : [];
      });

    const toRow = (cells: ReadonlyMap<string, string> | null, line: number): ReportRow | null => {
      const test = cells?.get('test') ?? '';
      if (!cells || !/^[A-Za-z][\w.:-]{0,100}$/.test(test)) return null;
      const ops = cells.get('ops_sec') ?? cells.get('ops/sec') ?? '';
      const failed = toFinite(ops) === null;
      const block = blockSizes.length - 1;
      const index = blockSizes[block] ?? 0;
      blockSizes[block] = index + 1;
      const row: ReportRow = {
        ...{ line, block, index, test, failed },
        ...{ date: word(cells, 'date'), version: word(cells, 'version'), githash: word(cells, 'githash') },
        values: failed ? [] : readValues(cells, line),
      };
      if (failed) {
        const found = ops === '' ? 'an empty cell' : `"${ops.slice(0, 40)}"`;
        reporter.report('TOOL_FAILED', `${test}: ${found} instead of operations per second`, { line });
      }
      return row;
    };

    const readRow = (text: string, line: number, bytes: Buffer) => {
      const texts = text.split('\t');
      const isWhole = columns !== null && texts.length === columns.length;
      const cells = isWhole
        ? new Map(columns?.map((name, index) => [name, (texts[index] ?? '').trim()]))
        : null;
      if (cells) addRowFacts(cells, line);
      const row = toRow(cells, line);
      if (row && rows.length < MAX_ROWS) rows.push(row);
      const expected = columns ? `${columns.length} cells with a test` : 'a header';
      if (!row) reporter.unparsed(`${expected}, split by tabs`, line, bytes);
    };

    const addRowFacts = (cells: ReadonlyMap<string, string>, line: number) => {
      factTest = cells.get('test') ?? '';
      for (const [name, value] of cells)
        if (value !== '') details?.facts.add({ group: `${factTest}, line ${line}`, name, value, line });
    };

    const addNotes = (text: string, line: number) => {
      const numbers = DEVIATION.exec(text)?.slice(1);
      const names = numbers ? ['mean', 'stddev', 'sdev/mean'] : ['ratio of the last rows'];
      for (const [index, value] of (numbers ?? [text]).entries())
        details?.facts.add({ group: factTest, name: names[index] ?? '', value, line });
    };

    return {
      line(bytes, start, end, line) {
        log.lines = line;
        const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
        const header = parseReportHeader(text);
        const kind = header ? 'header' : kindOf(text);
        if (header) {
          columns = header;
          blockSizes.push(0);
        } else if (kind === 'source') {
          if (sources.length < MAX_ROWS) sources.push(text);
          details?.facts.add({ group: 'sources', name: `report ${line}`, value: text, line });
        } else if (kind === 'row') readRow(text, line, bytes.subarray(start, end));
        else if (kind === 'note') addNotes(text, line);
      },
      end() {
        const { lines } = log;
        if (rows.length === 0)
          reporter.report('TRUNCATED_LOG', 'the table has no row', { line: lines || null });
        return log;
      },
    };
  },
};

/** How every header begins. */
const HEADER = /^ops[_/]sec\t/im;
const COMMENTS = ['# ops_sec - '];
const MAX_ROWS = 50_000;
const MAX_LINE_BYTES = 4000;
/** summary.tsv begins with the reports that it is made of: `bm.lc.nt1.d0/6.29.gcc/report.tsv` */
const SOURCE = /^\S{1,300}\/report\.(?:tsv|txt)$/;
/** `mean=2.10685e+06	stddev=1328.7	sdev/mean=0.001`, below each block of a `*.sdev` */
const DEVIATION = /^mean=(\S+)\tstddev=(\S+)\tsdev\/mean=(\S+)$/;
/** The ratio of the second row to the first, below a block of some summaries. */
const RATIO = /^\d+\.\d+$/;

function kindOf(text: string): 'source' | 'row' | 'note' | 'other' {
  if (text === '' || text.startsWith('#')) return 'other';
  if (SOURCE.test(text)) return 'source';
  return DEVIATION.test(text) || RATIO.test(text) ? 'note' : 'row';
}

function word(cells: ReadonlyMap<string, string>, name: string): string {
  return toDisplayText(Buffer.from(cells.get(name) ?? '', 'latin1')).slice(0, 60);
}

interface Column {
  metric: MetricId;
  /** Base units of one printed unit, as a power of ten where that is exact. */
  exponent?: number;
  factor?: number;
}

/**
 * Columns by name, of report.tsv since RocksDB 6.29 and of the older report.txt (`ops/sec`, `Stall%`). GB and MB are
 * powers of 1024, u_cpu and s_cpu are thousands of seconds. Seconds of blob compaction and `L0_GB` are facts only.
 */
const COLUMNS: Readonly<Record<string, Column>> = {
  ops_sec: { metric: 'throughput' },
  'ops/sec': { metric: 'throughput' },
  mb_sec: { metric: 'bandwidth', factor: MIB },
  'mb/sec': { metric: 'bandwidth', factor: MIB },
  lsm_sz: { metric: 'lsm_size' },
  'size-gb': { metric: 'lsm_size', factor: GIB },
  size_gb: { metric: 'lsm_size', factor: GIB },
  blob_sz: { metric: 'blob_size' },
  c_wgb: { metric: 'compaction_write', factor: GIB },
  sum_gb: { metric: 'compaction_write', factor: GIB },
  w_amp: { metric: 'write_amplification' },
  'w-amp': { metric: 'write_amplification' },
  c_mbps: { metric: 'compaction_rate', factor: MIB },
  'w-mb/s': { metric: 'compaction_rate', factor: MIB },
  c_wsecs: { metric: 'compaction_seconds' },
  c_csecs: { metric: 'compaction_cpu' },
  usec_op: { metric: 'latency_avg', exponent: -6 },
  'usec/op': { metric: 'latency_avg', exponent: -6 },
  ...Object.fromEntries(
    percentilesOf('latency').map(([percent, metric]) => [`p${percent}`, { metric, exponent: -6 }]),
  ),
  pmax: { metric: 'latency_max', exponent: -6 },
  uptime: { metric: 'uptime' },
  'stall%': { metric: 'stall_percent' },
  nstall: { metric: 'stall_count' },
  u_cpu: { metric: 'user_cpu', exponent: 3 },
  s_cpu: { metric: 'system_cpu', exponent: 3 },
  rss: { metric: 'rss', factor: GIB },
};
/** Not numbers. */
const WORDS = new Set(['test', 'date', 'version', 'job_id', 'githash', 'stall-time']);

/** Column names of a header line, in lower case; null when the line is none. */
function parseReportHeader(line: string): string[] | null {
  if (!/^ops[_/]sec\t/i.test(line)) return null;
  const names = line.split('\t').map((name) => name.trim().toLowerCase());
  return names.includes('test') ? names : null;
}

/**
 * @param name of the column, in lower case
 * @returns null for an empty cell, NA and columns other than metrics; `unreadable` for a damaged number
 */
export function parseCell(name: string, cell: string): ReportValue | null | 'unreadable' {
  if (cell === '' || cell === 'NA' || WORDS.has(name)) return null;
  // A benchmark.sh of 2022 took the seconds of V2 result lines for MB/s: they have three decimals, MB/s have one.
  if (name === 'mb_sec' && /^\d+\.\d{3}$/.test(cell)) return toValue({ metric: 'elapsed' }, cell);
  const column = lookUp(COLUMNS, name);
  if (!column) return null;
  const unit = /[KMGT]?B$/.exec(cell)?.[0] ?? '';
  if (unit !== '') {
    const value = toBytes(cell);
    if (value === null) return 'unreadable';
    const one = toBytes(`1${unit}`) ?? 1;
    return { metric: column.metric, value, rounding: roundingOf(cell.slice(0, -unit.length), one) };
  }
  return toValue(column, cell) ?? 'unreadable';
}

function toValue({ metric, exponent = 0, factor = 1 }: Column, cell: string): ReportValue | null {
  if (toFinite(cell) === null) return null;
  // The decimal point is moved in text: 0.6 × 1e-6 is 5.999999999999999e-7.
  const value = Number(`${cell}e${exponent}`) * factor;
  if (!Number.isFinite(value)) return null;
  return { metric, value, rounding: roundingOf(cell, factor * 10 ** exponent) };
}

function roundingOf(cell: string, unit: number): number {
  const decimals = cell.split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals * unit;
}
