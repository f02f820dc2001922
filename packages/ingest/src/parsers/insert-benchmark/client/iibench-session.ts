import { reportDisagreements } from '../../../checks/disagreements';
import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { clientRelations } from '../relations';
import {
  parseCreatedIndexes,
  parseIndexCreation,
  parseResponseTimes,
  parseTotals,
} from '../step-report/summary-lines';
import { COLUMN_NAMES, HEADER, isRow, RowReader } from '../tables/rows';
import type { IibenchLog, Operation } from './iibench-log';
import { OPERATIONS } from './iibench-log';
import { RateSamples } from './rate-samples';

const MAX_COMMAND = 4000;
/** Of one file; real logs have two. */
const MAX_CREATIONS = 100;
/** `python3 iibench.py --dbms=postgres ...`, `python3 /x/iibench.py ...` */
const COMMAND = /iibench\.py\b|--rows_per_commit=/;

/** Reads what one client printed: a row for each second, histograms, totals, and index creation after it. */
export class IibenchSession implements ParseSession {
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
