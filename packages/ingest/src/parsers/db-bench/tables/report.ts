import type { FileReporter } from '../../../files/reporter';
import type { Fact, FileDetails } from '../../../model/details';
import { type MetricId, percentilesOf } from '../../../model/metric';
import { containsAny } from '../../../text/contains-any';
import { toDisplayText } from '../../../text/excerpt';
import { toFinite } from '../../../text/finite';
import type { DetailsSession, LogParser, ParseSession, Sample } from '../../parser';
import { GIB, MIB, toBytes } from '../sizes';
import type { ReportLog, ReportRow, ReportValue } from './report-log';

/** report.tsv of benchmark.sh, and the tables of whole rows made of it. */
export const dbBenchReport: LogParser = {
  kind: 'db_bench-summary',
  about: 'report of benchmark.sh: a header `ops_sec mb_sec lsm_sz ...` and a row for each test',
  score: scoreReport,
  open: (reporter) => new ReportSession(reporter),
  openDetails: () => new ReportDetails(),
};

/** How every header begins. */
const HEADER = /^ops[_/]sec\t/im;
const COMMENTS = ['# ops_sec - '];
const MAX_ROWS = 50_000;
const MAX_FACTS = 50_000;
const MAX_LINE_BYTES = 4000;
/** summary.tsv begins with the reports that it is made of: `bm.lc.nt1.d0/6.29.gcc/report.tsv` */
const SOURCE = /^\S{1,300}\/report\.(?:tsv|txt)$/;
/** `mean=2.10685e+06	stddev=1328.7	sdev/mean=0.001`, below each block of a `*.sdev` */
const DEVIATION = /^mean=(\S+)\tstddev=(\S+)\tsdev\/mean=(\S+)$/;
/** The ratio of the second row to the first, below a block of some summaries. */
const RATIO = /^\d+\.\d+$/;

function scoreReport({ name, head }: Sample): number {
  const isNamed = /^report\.(?:tsv|txt)$|^summary\.tsv$/.test(name);
  const isHeader = (line: string) => parseReportHeader(line.trimEnd()) !== null;
  if (HEADER.test(head) && head.split('\n').some(isHeader)) return isNamed ? 1 : 0.9;
  const isComment = containsAny(head, COMMENTS) && /^# ops_sec - /m.test(head);
  const isSources = SOURCE.test(head.split('\n', 1)[0]?.trimEnd() ?? '');
  if (isComment || isSources) return 0.9;
  return isNamed ? 0.3 : 0;
}

interface Line {
  kind: 'header' | 'source' | 'row' | 'note' | 'other';
  text: string;
}

/** Keeps the header over lines. */
class LineReader {
  columns: string[] | null = null;

  read(bytes: Buffer, start: number, end: number): Line {
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const header = parseReportHeader(text);
    if (header) this.columns = header;
    return { kind: header ? 'header' : kindOf(text), text };
  }

  /** Cells by column name; null when their number is not that of the header. */
  cells(text: string): Map<string, string> | null {
    const cells = text.split('\t');
    const { columns } = this;
    if (!columns || cells.length !== columns.length) return null;
    return new Map(columns.map((name, index) => [name, (cells[index] ?? '').trim()]));
  }
}

function kindOf(text: string): Line['kind'] {
  if (text === '' || text.startsWith('#')) return 'other';
  if (SOURCE.test(text)) return 'source';
  return DEVIATION.test(text) || RATIO.test(text) ? 'note' : 'row';
}

class ReportSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #reader = new LineReader();
  readonly #log: ReportLog = { type: 'db_bench-report', sources: [], rows: [], blockSizes: [], lines: 0 };

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#log.lines = lineNumber;
    const { kind, text } = this.#reader.read(bytes, start, end);
    if (kind === 'header') {
      this.#log.blockSizes.push(0);
    } else if (kind === 'source') {
      if (this.#log.sources.length < MAX_ROWS) this.#log.sources.push(text);
    } else if (kind === 'row') {
      const row = this.#row(text, lineNumber);
      if (row && this.#log.rows.length < MAX_ROWS) this.#log.rows.push(row);
      if (!row) {
        const expected = this.#reader.columns
          ? `${this.#reader.columns.length} cells with a test`
          : 'a header';
        this.#reporter.report('LINE_UNPARSED', `expected ${expected}, split by tabs`, {
          line: lineNumber,
          bytes: bytes.subarray(start, end),
        });
      }
    }
  }

  #row(text: string, line: number): ReportRow | null {
    const cells = this.#reader.cells(text);
    const test = cells?.get('test') ?? '';
    if (!cells || !/^[A-Za-z][\w.:-]{0,100}$/.test(test)) return null;
    const ops = cells.get('ops_sec') ?? cells.get('ops/sec') ?? '';
    const failed = toFinite(ops) === null;
    const { blockSizes } = this.#log;
    const block = blockSizes.length - 1;
    const index = blockSizes[block] ?? 0;
    blockSizes[block] = index + 1;
    const row: ReportRow = {
      ...{ line, block, index, test, failed },
      ...{ date: word(cells, 'date'), version: word(cells, 'version'), githash: word(cells, 'githash') },
      values: failed ? [] : this.#values(cells, line),
    };
    if (failed) {
      const found = ops === '' ? 'an empty cell' : `"${ops.slice(0, 40)}"`;
      this.#reporter.report('TOOL_FAILED', `${test}: ${found} instead of operations per second`, { line });
    }
    return row;
  }

  #values(cells: ReadonlyMap<string, string>, line: number): ReportValue[] {
    const values: ReportValue[] = [];
    for (const [name, cell] of cells) {
      const value = parseCell(name, cell);
      if (value === 'unreadable') {
        this.#reporter.report(
          'LINE_UNPARSED',
          `column ${name} holds no number; the rest of the row was read`,
          {
            line,
            bytes: Buffer.from(cell, 'latin1'),
          },
        );
      } else if (value) {
        values.push(value);
        if (value.metric === 'elapsed') {
          this.#reporter.report('METRIC_MISSING', 'mb_sec holds seconds: no MB/s', { line });
        }
      }
    }
    return values;
  }

  end(): ReportLog {
    if (this.#log.rows.length === 0) {
      this.#reporter.report('TRUNCATED_LOG', 'the table has no row', { line: this.#log.lines || null });
    }
    return this.#log;
  }
}

function word(cells: ReadonlyMap<string, string>, name: string): string {
  return toDisplayText(Buffer.from(cells.get(name) ?? '', 'latin1')).slice(0, 60);
}

/** Every cell as a fact of its test, and the mean and deviation of `*.sdev`. */
class ReportDetails implements DetailsSession {
  readonly #reader = new LineReader();
  readonly #facts: Fact[] = [];
  #test = '';

  line(bytes: Buffer, start: number, end: number, line: number): void {
    const { kind, text } = this.#reader.read(bytes, start, end);
    if (kind === 'source') this.#add({ group: 'sources', name: `report ${line}`, value: text, line });
    if (kind === 'note') this.#note(text, line);
    const cells = kind === 'row' ? this.#reader.cells(text) : null;
    if (!cells) return;
    this.#test = cells.get('test') ?? '';
    const group = `${this.#test}, line ${line}`;
    for (const [name, value] of cells) if (value !== '') this.#add({ group, name, value, line });
  }

  #note(text: string, line: number): void {
    const [, mean, stddev, relative] = DEVIATION.exec(text) ?? [];
    const notes: [string, string | undefined][] = mean
      ? [
          ['mean', mean],
          ['stddev', stddev],
          ['sdev/mean', relative],
        ]
      : [['ratio of the last rows', text]];
    for (const [name, value = ''] of notes) this.#add({ group: this.#test, name, value, line });
  }

  #add({ group, name, value, line }: Pick<Fact, 'group' | 'name' | 'value' | 'line'>): void {
    if (this.#facts.length >= MAX_FACTS) return;
    const number = /^\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/.test(value) ? Number(value) : null;
    this.#facts.push({
      group,
      name,
      value,
      number: Number.isFinite(number) ? number : null,
      unit: null,
      line,
    });
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts };
  }
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
  const column = COLUMNS[name];
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
