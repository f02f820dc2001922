import { reportDisagreements } from '../../../checks/disagreements';
import type { FileReporter } from '../../../files/reporter';
import { toFinite } from '../../../text/finite';
import type { ParseSession } from '../../parser';
import { OPERATIONS, type Operation } from '../client/iibench-log';
import { stepRelations } from '../relations';
import type { Normalized, StepReport, StepTotals } from './step-report-log';

export const TOTALS =
  /^(\d{1,7}) processes, (\d{1,15}) rows-per-process, (\d{1,12}) seconds, ([\d.]{1,20}) rows-per-second, ([\d.]{1,20}) rows-per-second-per-user, (\d{1,15}) queries, ([\d.]{1,20}) queries-per-second, (no|\d) deletes$/;
const SECTION = /^iostat, vmstat normalized by (insert|query) rate$/;
/** `50th, 16 / 31 = 100 insert, 100 delete, 9948 query`; without deletes in reports before 2023. */
export const PERCENTILE =
  /^(\d\d)th, (\d{1,9}) \/ (\d{1,9}) = (\S{1,20} \w{1,10}(?:, \S{1,20} \w{1,10}){0,2})$/;
/** `postgres  7051  0.2  0.1 356404 39356 ?        Ss   21:00   0:00 postgres: ...` of ps aux. */
const PROCESS =
  /^\S{1,64} +\d{1,10} +[\d.]{1,8} +[\d.]{1,8} +\d{1,15} +(\d{1,15}) +\S+ +[A-Za-z<]\S* +\S+ +\d+:\d\d /;
/** The same with something else where a number should be. */
const PROCESS_FORM = /^\S{1,64} +\S{1,40} .{1,200} \S{0,40}:\S{0,40} \S/;
/** Printed by the scripts where the divisor is missing. */
const NO_NUMBER = /^-?(?:NA|inf|nan)(?: |$)/;
const SIZE = /^(dbGB|dbdirGB)\t([\d.]{1,20})(?:\t|$)/;
const SLOWEST = /^Max (insert|delete|query)$/;
const MAX_LINE = 4000;

/** Reads `o.res.dop<N>`, section by section. */
export class StepReportSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #report: StepReport = {
    type: 'iibench-report',
    totals: null,
    byInsert: new Map(),
    byQuery: new Map(),
    databaseGib: null,
    directoryGib: null,
    rssKib: null,
    slowest: {},
    p50: {},
    p99: {},
  };
  #section: Normalized | null = null;
  #header: string[] | null = null;
  /** Operation whose largest response times follow, a line for each client. */
  #slowest: Operation | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE)).trimEnd();
    if (lineNumber === 1) this.#totals(text, bytes.subarray(start, end));
    else if (text === '') this.#slowest = null;
    else this.#text(text, lineNumber);
  }

  #totals(text: string, bytes: Buffer): void {
    const totals = parseStepTotals(text);
    if (totals) {
      this.#report.totals = totals;
      reportDisagreements(stepRelations(totals), this.#reporter);
    } else {
      const expected = 'expected `<n> processes, <n> rows-per-process, <n> seconds, ...`';
      this.#reporter.report('LINE_UNPARSED', expected, { line: 1, bytes });
    }
  }

  #text(text: string, line: number): void {
    const section = SECTION.exec(text);
    const slowest = SLOWEST.exec(text);
    if (section) this.#section = section[1] === 'insert' ? this.#report.byInsert : this.#report.byQuery;
    else if (text.startsWith('nsamp\t')) this.#header = text.split('\t');
    else if (slowest) this.#slowest = slowest[1] as Operation;
    else if (this.#slowest) this.#client(this.#slowest, text, line);
    else if (this.#header) this.#means(text, line);
    else this.#other(text, line);
  }

  /** The row below a header. Later columns `r/s rkB/s ...` are not means of these. */
  #means(text: string, line: number): void {
    const header = this.#header ?? [];
    this.#header = null;
    text.split('\t').forEach((cell, index) => {
      const value = toFinite(cell);
      const name = header[index];
      // `nsamp` is printed twice: samples of iostat, then of vmstat.
      const key = name === 'nsamp' && header.includes('cs/s') ? 'nsamp vmstat' : name;
      if (value === null && !NO_NUMBER.test(cell)) this.#unreadable(text, line);
      if (key !== undefined && value !== null) this.#section?.set(key, { value, line });
    });
  }

  #unreadable(text: string, line: number): void {
    this.#reporter.unreadable(line, Buffer.from(text, 'latin1'));
  }

  #client(operation: Operation, text: string, line: number): void {
    const value = toFinite(text);
    if (value === null) this.#unreadable(text, line);
    const known = this.#report.slowest[operation];
    if (value !== null && (!known || value > known.value)) this.#report.slowest[operation] = { value, line };
  }

  #other(text: string, line: number): void {
    const report = this.#report;
    const size = SIZE.exec(text);
    const value = toFinite(size?.[2]);
    if ((text.startsWith('dbGB\t') || text.startsWith('dbdirGB\t')) && value === null)
      this.#unreadable(text, line);
    const rss = PROCESS.exec(text)?.[1];
    if (size && value !== null) {
      if (size[1] === 'dbGB') report.databaseGib ??= { value, line };
      else report.directoryGib ??= { value, line };
    } else if (rss !== undefined) report.rssKib ??= { value: Number(rss), line };
    else if (PROCESS_FORM.test(text)) this.#unreadable(text, line);
    else this.#percentile(text, line);
  }

  #percentile(text: string, line: number): void {
    const found = PERCENTILE.exec(text);
    const target = found ? { 50: this.#report.p50, 99: this.#report.p99 }[Number(found[1])] : undefined;
    const isPercentile = /^\d\dth, /.test(text);
    const pairs = found?.[4]?.split(', ') ?? [];
    const isDamaged = pairs.some((pair) => toFinite(pair.split(' ')[0]) === null && !NO_NUMBER.test(pair));
    if (isPercentile && (!found || isDamaged)) this.#unreadable(text, line);
    if (!found || !target) return;
    for (const [operation, value] of parseRates(found[4] ?? '')) target[operation] ??= { value, line };
  }

  end(): StepReport | null {
    return this.#report.totals ? this.#report : null;
  }
}

export function parseStepTotals(text: string): StepTotals | null {
  const found = TOTALS.exec(text);
  const [rowsPerS, perClient, queriesPerS] = [found?.[4], found?.[5], found?.[7]].map((cell) =>
    toFinite(cell),
  );
  if (!found || rowsPerS == null || perClient == null || queriesPerS == null) return null;
  return {
    processes: Number(found[1]),
    rowsPerProcess: Number(found[2]),
    seconds: Number(found[3]),
    rowsPerS,
    rowsPerSPerClient: perClient,
    queries: Number(found[6]),
    queriesPerS,
    deletes: found[8] !== 'no',
    line: 1,
  };
}

/** `100 insert, 100 delete, 9948 query`; NA is left out. */
export function parseRates(text: string): [Operation, number][] {
  return text.split(', ').flatMap((pair): [Operation, number][] => {
    const [cell, word] = pair.split(' ');
    const operation = OPERATIONS.find((name) => name === word);
    const value = toFinite(cell);
    return operation === undefined || value === null ? [] : [[operation, value]];
  });
}
