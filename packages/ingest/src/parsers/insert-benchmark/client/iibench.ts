import { reportDisagreements } from '../../../checks/disagreements';
import { roundHalfEven } from '../../../model/formulas';
import { SecondRates } from '../../../model/metrics/stalls';
import { type LogParser, scoreOf } from '../../parser';
import { clientRelations } from '../relations';
import {
  CREATED,
  INDEX_CREATION,
  parseCreatedIndexes,
  parseIndexCreation,
  parseResponseTimes,
  parseTotals,
  toHistogram,
} from '../step-report/summary-lines';
import { type IibenchLog, OPERATIONS, type Operation, type RatePercentiles } from './iibench-log';

/**
 * What a client of the Insert Benchmark prints, 12 columns before 2023 and 17 since: `o.ib.dop<N>.<client>`. Loads of
 * the study of index creation (`o.ci.<N>m`) go on with the seconds that `create index` took.
 */
export const iibench: LogParser = {
  kind: 'iibench',
  about: 'Insert Benchmark client: columns i_sec t_sec i_ips t_ips ..., a row each second, `Totals:`',
  score: ({ name, head, bytes }) => scoreOf(CONTENT.test(head), NAME.test(name), bytes.length > 0 ? 0.3 : 0),
  hasDetails: true,
  /**
   * Reads what one client printed: a row for each second, histograms, totals, and index creation after it. For charts: rates
   * and slowest responses over time, the histograms and the totals.
   */
  open(reporter, details) {
    const samples = { insert: new RateSamples(), delete: new RateSamples(), query: new RateSamples() };
    const log: IibenchLog = {
      ...{ type: 'iibench', command: null, columns: 0, rows: 0, last: null, firstRowLine: 0 },
      ...{ responseTimes: {}, rates: {}, totals: null, createdIndexes: null, indexCreations: [] },
      seconds: { insert: null, query: null },
    };
    const seconds = { insert: new SecondRates('since-last'), query: new SecondRates('since-last') };
    let rows: RowReader | null = null;
    let hasFailed = false;

    const readRow = (reader: RowReader, line: number) => {
      log.rows += 1;
      if (log.rows === 1) log.firstRowLine = line;
      const at = reader.cell('t_sec');
      const counts = { insert: 0, delete: 0, query: 0 };
      for (const operation of OPERATIONS) {
        const { rate, slowest, total } = COLUMN_NAMES[operation];
        samples[operation].add(reader.cell(rate));
        counts[operation] = reader.cell(total);
        const [id, label, unit] = [`${operation}_rate`, `${operation} rate`, RATE_UNITS[operation]];
        details?.optionalSeries({ id, label, unit }).add(at, reader.cell(rate), line);
        details
          ?.optionalSeries({ id: `${operation}_latency_max`, label: `slowest ${operation}`, unit: 's' })
          .add(at, reader.cell(slowest) * MICROSECONDS, line);
      }
      seconds.insert.add(at, reader.cell('i_ips'), line);
      seconds.query.add(at, reader.cell('i_qps'), line);
      log.last = { cells: reader.cells(), seconds: at, counts, line };
    };

    const addFact = (name: string, number: number, unit: string | null, line: number) =>
      details?.facts.add({ name, value: String(number), number, unit, line });

    const readTotals = (text: string, line: number) => {
      const totals = parseTotals(text, line);
      if (!totals) {
        const expected = '`Totals: <n> secs, <n> rows/sec, <n> rows, ... retry`';
        return reporter.unparsed(expected, line, Buffer.from(text, 'latin1'));
      }
      log.totals ??= totals;
      addFact('seconds', totals.seconds, 's', line);
      addFact('rows', totals.rows, 'rows', line);
      addFact('rows per second', totals.rowsPerS, 'rows/s', line);
      for (const operation of OPERATIONS) {
        const count = totals.retries[operation];
        if (count !== null) addFact(`${operation} retries`, count, null, line);
      }
    };

    const readResponseTimes = (text: string, line: number) => {
      const found = parseResponseTimes(text, line);
      if (found) {
        log.responseTimes[found.operation] ??= found.times;
        if (details && details.histograms.length < OPERATIONS.length)
          details.histograms.push(toHistogram(found, null));
        // The line above names the bounds of the counts: `256us`, `1ms`.
      } else if (!/\d[mu]s\b/.test(text)) reporter.unreadable(line, Buffer.from(text, 'latin1'));
    };

    const readText = (text: string, line: number) => {
      if (line === 1 && COMMAND.test(text)) log.command = text;
      else if (HEADER.test(text)) {
        rows ??= new RowReader(text);
        log.columns = rows.names.length;
      } else if (text.includes(' rt: ')) readResponseTimes(text, line);
      else if (text.startsWith('Totals: ')) readTotals(text, line);
      else if (text.startsWith('Created ')) {
        const created = parseCreatedIndexes(text, line);
        log.createdIndexes ??= created;
        if (created) addFact('created secondary indexes', created.seconds, 's', line);
      } else if (text.startsWith('Traceback (most recent call last)')) {
        const bytes = Buffer.from(text, 'latin1');
        if (!hasFailed) reporter.report('TOOL_FAILED', 'the client ended with an exception', { line, bytes });
        hasFailed = true;
      } else if (text.split('\t').length === rows?.names.length) {
        reporter.unreadable(line, Buffer.from(text, 'latin1'));
      } else {
        const creation = parseIndexCreation(text, line);
        if (!creation) return;
        if (log.indexCreations.length < MAX_CREATIONS) log.indexCreations.push(creation);
        addFact(creation.words, creation.seconds, 's', line);
      }
    };

    return {
      line(bytes, start, end, line) {
        if (start === end) return;
        if (!isRow(bytes, start, end))
          return readText(bytes.toString('latin1', start, Math.min(end, start + MAX_COMMAND)), line);
        if (rows?.read(bytes, start, end)) return readRow(rows, line);
        const expected = rows ? `${rows.names.length} numbers` : 'names of columns before the numbers';
        reporter.unparsed(expected, line, bytes.subarray(start, end));
      },
      end(): IibenchLog {
        for (const operation of OPERATIONS) {
          const percentiles = samples[operation].percentiles();
          if (percentiles) log.rates[operation] = percentiles;
        }
        if ((log.last?.counts.query ?? 0) > 0) log.seconds.query = seconds.query.rates();
        else log.seconds.insert = seconds.insert.rates();
        reportDisagreements(clientRelations(log), reporter);
        if (!log.totals && !hasFailed) {
          const message = 'no Totals line: the client was stopped, or the file was cut';
          reporter.report('TRUNCATED_LOG', message, { line: log.last?.line ?? null });
        }
        return log;
      },
    };
  },
  valueLines: [CREATED, INDEX_CREATION],
};

const CONTENT = /^i_sec\tt_sec\ti_ips\tt_ips\t/m;
const NAME = /^o\.(?:ib\.dop\d+\.\d+|ci\.\d+m)$/;

const MAX_COMMAND = 4000;
/** Of one file; real logs have two. */
const MAX_CREATIONS = 100;
/** `python3 iibench.py --dbms=postgres ...`, `python3 /x/iibench.py ...` */
const COMMAND = /iibench\.py\b|--rows_per_commit=/;

const MICROSECONDS = 1e-6;
const RATE_UNITS: Readonly<Record<Operation, string>> = {
  insert: 'rows/s',
  delete: 'rows/s',
  query: 'queries/s',
};

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

/**
 * i_sec	t_sec	i_ips	t_ips	i_dps	t_dps	i_qps	t_qps	max_i	max_d	max_q	t_ins	t_del	t_query	retry_i	retry_d	retry_q
 * 1.0	1.0	100	100	0	0	0	0	3213	0	0	100	0	0	0	0	0
 */
const HEADER = /^i_sec\tt_sec\ti_ips\tt_ips\t[a-z_\t]{1,200}$/;

const [TAB, SPACE, DOT, ZERO, NINE] = [9, 32, 46, 48, 57];
const MAX_COLUMNS = 40;
/** Beyond this a number is not exact. */
const MAX_DIGITS = 15;

/** Names of the columns for each operation. The form with 12 columns has none for deletes. */
const COLUMN_NAMES: Readonly<Record<Operation, { rate: string; total: string; slowest: string }>> = {
  insert: { rate: 'i_ips', total: 't_ins', slowest: 'max_i' },
  delete: { rate: 'i_dps', total: 't_del', slowest: 'max_d' },
  query: { rate: 'i_qps', total: 't_query', slowest: 'max_q' },
};

/** Reads rows of a log whose columns are named once. */
class RowReader {
  readonly names: readonly string[];
  readonly #values = new Float64Array(MAX_COLUMNS);

  constructor(header: string) {
    this.names = header.split('\t').slice(0, MAX_COLUMNS);
  }

  /** Reads a row. @returns false when there are not as many numbers as columns */
  read(bytes: Buffer, start: number, end: number): boolean {
    let at = start;
    for (let column = 0; column < this.names.length; column += 1) {
      const next = this.#number(bytes, at, { end, column });
      if (next < 0) return false;
      at = next;
    }
    return at >= end;
  }

  /** Cell of the row read last; 0 for a column that the log does not have. */
  cell(name: string): number {
    const column = this.names.indexOf(name);
    return column < 0 ? 0 : (this.#values[column] ?? 0);
  }

  cells(): number[] {
    return [...this.#values.subarray(0, this.names.length)];
  }

  /** @returns the start of the next cell, -1 without a number */
  #number(bytes: Buffer, start: number, { end, column }: { end: number; column: number }): number {
    let at = start;
    let value = 0;
    let scale = 0;
    let digits = 0;
    while (at < end && bytes[at] !== TAB && bytes[at] !== SPACE) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === DOT && scale === 0) {
        scale = 1;
        continue;
      }
      if (byte < ZERO || byte > NINE || digits === MAX_DIGITS) return -1;
      value = value * 10 + (byte - ZERO);
      digits += 1;
      if (scale > 0) scale *= 10;
    }
    if (digits === 0) return -1;
    this.#values[column] = scale > 1 ? value / scale : value;
    while (at < end && (bytes[at] === TAB || bytes[at] === SPACE)) at += 1;
    return at;
  }
}

/** A row begins with a digit and has tabs, which other lines that begin so (`23 seconds : create all`) have not. */
function isRow(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  if (first < ZERO || first > NINE) return false;
  const tab = bytes.indexOf(TAB, start);
  return tab > 0 && tab < end;
}
