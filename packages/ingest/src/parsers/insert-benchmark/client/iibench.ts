import { reportDisagreements } from '../../../checks/disagreements';
import type { FileReporter } from '../../../files/reporter';
import { roundHalfEven } from '../../../model/formulas';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { clientRelations } from '../relations';
import {
  CREATED,
  INDEX_CREATION,
  parseCreatedIndexes,
  parseIndexCreation,
  parseResponseTimes,
  parseTotals,
} from '../step-report/summary-lines';
import { COLUMN_NAMES, HEADER, isRow, RowReader } from '../tables/rows';
import { IibenchDetails } from './iibench-details';
import { type IibenchLog, OPERATIONS, type Operation, type RatePercentiles } from './iibench-log';

/**
 * What a client of the Insert Benchmark prints, 12 columns before 2023 and 17 since: `o.ib.dop<N>.<client>`. Loads of
 * the study of index creation (`o.ci.<N>m`) go on with the seconds that `create index` took.
 */
export const iibench: LogParser = {
  kind: 'iibench',
  about: 'Insert Benchmark client: columns i_sec t_sec i_ips t_ips ..., a row each second, `Totals:`',
  score: scoreIibench,
  open: (reporter) => new IibenchSession(reporter),
  valueLines: [CREATED, INDEX_CREATION],
  openDetails: () => new IibenchDetails(),
};

const CONTENT = /^i_sec\tt_sec\ti_ips\tt_ips\t/m;
const NAME = /^o\.(?:ib\.dop\d+\.\d+|ci\.\d+m)$/;

function scoreIibench({ name, head, bytes }: Sample): number {
  const isNamed = NAME.test(name);
  if (CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return isNamed && bytes.length > 0 ? 0.3 : 0;
}

const MAX_COMMAND = 4000;
/** Of one file; real logs have two. */
const MAX_CREATIONS = 100;
/** `python3 iibench.py --dbms=postgres ...`, `python3 /x/iibench.py ...` */
const COMMAND = /iibench\.py\b|--rows_per_commit=/;

/** Reads what one client printed: a row for each second, histograms, totals, and index creation after it. */
class IibenchSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #samples: Record<Operation, RateSamples> = {
    insert: new RateSamples(),
    delete: new RateSamples(),
    query: new RateSamples(),
  };
  readonly #log: IibenchLog = {
    type: 'iibench',
    command: null,
    columns: 0,
    rows: 0,
    last: null,
    firstRowLine: 0,
    responseTimes: {},
    rates: {},
    totals: null,
    createdIndexes: null,
    indexCreations: [],
  };
  #reader: RowReader | null = null;
  #failed = false;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    if (isRow(bytes, start, end)) this.#row(bytes, { start, end, line: lineNumber });
    else this.#text(bytes.toString('latin1', start, Math.min(end, start + MAX_COMMAND)), lineNumber);
  }

  #row(bytes: Buffer, { start, end, line }: { start: number; end: number; line: number }): void {
    const reader = this.#reader;
    if (!reader?.read(bytes, start, end)) {
      const expected = reader ? `${reader.names.length} numbers` : 'names of columns before the numbers';
      const spot = { line, bytes: bytes.subarray(start, end) };
      this.#reporter.report('LINE_UNPARSED', `expected ${expected}`, spot);
      return;
    }
    const log = this.#log;
    log.rows += 1;
    if (log.rows === 1) log.firstRowLine = line;
    for (const operation of OPERATIONS) {
      this.#samples[operation].add(reader.cell(COLUMN_NAMES[operation].rate));
    }
    log.last = {
      cells: reader.cells(),
      seconds: reader.cell('t_sec'),
      counts: {
        insert: reader.cell(COLUMN_NAMES.insert.total),
        delete: reader.cell(COLUMN_NAMES.delete.total),
        query: reader.cell(COLUMN_NAMES.query.total),
      },
      line,
    };
  }

  #text(text: string, line: number): void {
    const log = this.#log;
    if (line === 1 && COMMAND.test(text)) log.command = text;
    else if (HEADER.test(text)) this.#header(text);
    else if (text.includes(' rt: ')) this.#responseTimes(text, line);
    else if (text.startsWith('Totals: ')) this.#totals(text, line);
    else if (text.startsWith('Created ')) log.createdIndexes ??= parseCreatedIndexes(text, line);
    else if (text.startsWith('Traceback (most recent call last)')) this.#fail(text, line);
    else if (text.split('\t').length === this.#reader?.names.length) {
      this.#reporter.unreadable(line, Buffer.from(text, 'latin1'));
    } else {
      const creation = parseIndexCreation(text, line);
      if (creation && log.indexCreations.length < MAX_CREATIONS) log.indexCreations.push(creation);
    }
  }

  #header(text: string): void {
    if (this.#reader) return;
    this.#reader = new RowReader(text);
    this.#log.columns = this.#reader.names.length;
  }

  #responseTimes(text: string, line: number): void {
    const found = parseResponseTimes(text, line);
    if (found) this.#log.responseTimes[found.operation] ??= found.times;
    // The line above names the bounds of the counts: `256us`, `1ms`.
    else if (!/\d[mu]s\b/.test(text)) this.#reporter.unreadable(line, Buffer.from(text, 'latin1'));
  }

  #totals(text: string, line: number): void {
    const totals = parseTotals(text, line);
    if (totals) this.#log.totals ??= totals;
    else {
      const expected = 'expected `Totals: <n> secs, <n> rows/sec, <n> rows, ... retry`';
      this.#reporter.report('LINE_UNPARSED', expected, { line, bytes: Buffer.from(text, 'latin1') });
    }
  }

  #fail(text: string, line: number): void {
    if (this.#failed) return;
    this.#failed = true;
    const bytes = Buffer.from(text, 'latin1');
    this.#reporter.report('TOOL_FAILED', 'the client ended with an exception', { line, bytes });
  }

  end(): IibenchLog {
    const log = this.#log;
    for (const operation of OPERATIONS) {
      const percentiles = this.#samples[operation].percentiles();
      if (percentiles) log.rates[operation] = percentiles;
    }
    reportDisagreements(clientRelations(log), this.#reporter);
    if (!log.totals && !this.#failed) {
      const line = log.last?.line ?? null;
      this.#reporter.report('TRUNCATED_LOG', 'no Totals line: the client was stopped, or the file was cut', {
        line,
      });
    }
    return log;
  }
}

/** 55 hours of one row a second. A longer log has no percentiles: they cannot be exact in bounded memory. */
const MAX_RATE_SAMPLES = 200_000;

/** The per-second rates of one client. */
export class RateSamples {
  readonly #values: number[] = [];
  #count = 0;

  add(value: number): void {
    this.#count += 1;
    if (this.#values.length < MAX_RATE_SAMPLES) this.#values.push(value);
  }

  /** Null for fewer than two samples, as in the author's reports, and when nothing was done in any second. */
  percentiles(): RatePercentiles | null {
    if (this.#count < 2 || this.#count > MAX_RATE_SAMPLES) return null;
    const sorted = Float64Array.from(this.#values).sort().reverse();
    const fastest = sorted[0];
    if (fastest === undefined || fastest === 0) return null;
    return { p50: at(sorted, 50), p99: at(sorted, 99) };
  }
}

/** `50th, 16 / 31`, `50th, 8 / 17`: the position is rounded as printf's %.0f does. */
function at(sorted: Float64Array, percent: number): number {
  const position = Math.max(1, roundHalfEven((sorted.length * percent) / 100));
  return sorted[position - 1] ?? 0;
}
